export const ndjson = { "content-type": "application/x-ndjson; charset=utf-8" } as const

/** Values as lines of JSON, without their line ends. */
export async function* jsonLines(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield JSON.stringify(value)
}
