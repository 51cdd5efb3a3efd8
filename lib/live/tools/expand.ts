/** `${NAME}` in a text of the configuration: what it stands for is looked up where it is used, and never shown. */

type Environment = { readonly [name: string]: string | undefined }
type Templates = { readonly [name: string]: string }

/** `${NAME}`, or `${NAME:-what to take where it is not set}`. */
const variable = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g

/** The first variable that a text needs and the environment does not have, as it is written; undefined where none is. */
export const unsetIn = (template: string, environment: Environment): string | undefined => {
  for (const [written, name = "", otherwise] of template.matchAll(variable))
    if (environment[name] === undefined && otherwise === undefined) return written
  return undefined
}

/** The texts with what their variables stand for. A variable that has gone since the file was read stands for nothing. */
export const expanded = (templates: Templates, environment: Environment): { [name: string]: string } =>
  Object.fromEntries(
    Object.entries(templates).map(([key, template]) => [
      key,
      template.replaceAll(
        variable,
        (_, name: string, otherwise: string | undefined) => environment[name] ?? otherwise ?? "",
      ),
    ]),
  )

const shortest = 6 // shorter values are flags and numbers, which would blot out every other word

/** A text without the values that a server was given: each stands as `[its name]`. */
export const without = (values: Templates, text: string): string =>
  Object.entries(values)
    .filter(([, value]) => value.length >= shortest)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .reduce((left, [name, value]) => left.replaceAll(value, `[${name}]`), text)
