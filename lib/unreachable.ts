/** The one exhaustiveness helper: a new member of a union fails to compile where it is not handled. */
export const unreachable = (value: never): never => {
  throw new Error(`Unreachable: ${JSON.stringify(value)}`)
}
