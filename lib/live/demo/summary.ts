import { plural } from "#lib/view/words.ts"

/** A line of a summary prompt: who it is of, and what it shows of it. */
type Line = { readonly who: string; readonly words: string }

const lineOf = (text: string): readonly Line[] => {
  const [, who, words] = /^\d+ ([a-z ]+): (.*)$/s.exec(text) ?? []
  return who === undefined || words === undefined ? [] : [{ who, words }]
}

const quoted = ({ words }: Line): string => `“${words.length > 160 ? `${words.slice(0, 159)}…` : words}”`

/** How often each tool was called, the busiest first: "bash 5, read_file 2". */
const toolsOf = (lines: readonly Line[]): string => {
  const counts = new Map<string, number>()
  for (const { words } of lines)
    for (const [, name = ""] of words.matchAll(/(?:^|\| )call \S+ (\S+)/g))
      counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ")
}

/** What the demo makes of a summary prompt's lines: counted and quoted, since a script understands nothing. */
export const summaryOf = (texts: readonly string[]): string => {
  const lines = texts.flatMap(lineOf)
  const of = (who: string): readonly Line[] => lines.filter((line) => line.who === who)
  const before = of("summary of what came before")[0]
  const [first] = of("user")
  const last = of("assistant").at(-1)
  const failed = of("tool").filter(({ words }) => /(?:^|\| )result \S+ \S+ error/.test(words)).length
  const tools = toolsOf(of("assistant"))
  return [
    `This summary is the demo’s: a script put it together from ${plural(lines.length, "line")}, and understood none of them.`,
    ...(before === undefined ? [] : [`- An older summary said: ${quoted(before)}`]),
    ...(first === undefined ? [] : [`- The user began with: ${quoted(first)}`]),
    `- The user spoke ${plural(of("user").length, "time")}, the agent ${plural(of("assistant").length, "time")}.`,
    ...(tools === "" ? [] : [`- Tools were called: ${tools}; ${plural(failed, "error")} came of it.`]),
    ...(last === undefined ? [] : [`- The agent’s last line: ${quoted(last)}`]),
  ].join("\n")
}
