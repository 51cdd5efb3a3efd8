/** What a request needs beside its body; a target's row has it. */
export type Endpoint = {
  readonly url: string
  readonly auth: { readonly header: string; readonly prefix: string }
}

/** A text as one word of a POSIX shell: nothing in it is read by the shell. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

const anthropic = { "anthropic-version": "2023-06-01" } as const

/** Headers, by dialect, that say which version of an interface is meant. */
export const versionHeaders: { readonly [dialect: string]: Readonly<Record<string, string>> } = {
  messages: anthropic,
  "prior-turns": anthropic,
}

/**
 * The request as a command to paste: the body as it would cross, the key left to the variable API_KEY. The body goes
 * through a pipe from the shell's own printf, since one argument of a program may not be longer than 128 KB.
 */
export const curl = (endpoint: Endpoint, dialect: string, body: string): string => {
  const { header, prefix } = endpoint.auth
  const versions = Object.entries(versionHeaders[dialect] ?? {}).map(([name, value]) => `${name}: ${value}`)
  const headers = ["content-type: application/json", ...versions]
  const command = [
    `curl -sS ${shellWord(endpoint.url)}`,
    ...headers.map((each) => `-H ${shellWord(each)}`),
    `-H "${header}: ${prefix}$API_KEY"`,
    "--data-binary @-",
  ].join(" \\\n  ")
  return `printf %s ${shellWord(body)} |\n  ${command}\n`
}
