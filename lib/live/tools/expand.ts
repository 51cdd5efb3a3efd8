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

const shortest = 8 // shorter values are flags and numbers, which would blot out every other word

/** A value that must not be shown, and the name that stands in its place. */
export type Secret = { readonly name: string; readonly value: string }

/** All that texts of the configuration bring to a server: their values whole, their words, and what their variables stand for. */
export const secretsOf = (templates: Templates, environment: Environment): readonly Secret[] => {
  const values = Object.entries(expanded(templates, environment)).flatMap(([name, value]) =>
    [value, ...value.split(/\s+/)].map((part) => ({ name, value: part })),
  )
  const variables = Object.values(templates)
    .flatMap((template) => [...template.matchAll(variable)])
    .map(([, name = ""]) => ({ name, value: environment[name] ?? "" }))
  return [...values, ...variables]
    .filter(({ value }) => value.length >= shortest)
    .toSorted((one, other) => other.value.length - one.value.length)
}

/** A text without secrets: each stands as `[its name]`. The longest come first. */
export const without = (secrets: readonly Secret[], text: string): string =>
  secrets.reduce((left, { name, value }) => left.replaceAll(value, `[${name}]`), text)
