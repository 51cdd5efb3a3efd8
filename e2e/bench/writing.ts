import type { Chance } from "./chance.ts"

/**
 * Texts as agents' sessions hold them: prose, code with its quotes and tabs, terminal output. In real sessions a fifth to
 * two thirds of all characters stand in strings that hold something beyond Latin-1; here it is every third text.
 */

const split = (list: string): readonly string[] => list.split("|")

const verbs = split("reads|drops|retries|splits|keeps|rewrites|closes|compares|forgets|copies")

const plain = {
  nouns: split(
    "cache|request|parser|socket|schema|index|worker|header|token|branch|fixture|migration|Größe|naïve path",
  ),
  tails: split(
    `before the next turn begins|only when the upper bound is reached|so the test "keeps order" fails on Windows|because C:\\temp\\out.log is still open|which the docs do not mention`,
  ),
  arrow: ": ",
  tick: "PASS",
}

const wide: Palette = {
  nouns: [...plain.nouns, "設定ファイル", "буфер"],
  tails: [...plain.tails, "— and that is where the second call gets lost", "✓ as expected"],
  arrow: "→",
  tick: "✓",
}

type Palette = typeof plain

const paletteOf = (by: Chance): Palette => (by.next() < 1 / 3 ? wide : plain)

const sentence = (by: Chance, { nouns, tails }: Palette): string =>
  `The ${by.pick(nouns)} ${by.pick(verbs)} the ${by.pick(nouns)} ${by.pick(tails)}.`

const fill = (length: number, piece: () => string, between: string): string => {
  const pieces: string[] = []
  for (let long = 0; long < length; ) {
    const next = piece()
    pieces.push(next)
    long += next.length + between.length
  }
  return pieces.join(between)
}

/** Prose of about `length` UTF-16 units, in paragraphs. */
export const prose = (by: Chance, length: number): string => {
  const palette = paletteOf(by)
  return fill(length, () => fill(Math.min(400, length), () => sentence(by, palette), " "), "\n\n")
}

const codeLine = (by: Chance, { nouns, arrow }: Palette): string =>
  by.pick([
    `${"\t".repeat(by.between(0, 3))}if (${by.pick(verbs)}("${by.pick(nouns)}") !== undefined) {`,
    `  const line${by.between(1, 999)} = text.replaceAll(/\\s+/g, " ").split("\\n")`,
    `${String(by.between(1, 4000)).padStart(6)}${arrow}export const limit = ${by.between(1, 99_999)}`,
    "  }",
    "",
    `    expect(seen).toEqual(["${by.pick(nouns)}", '${by.pick(nouns)}'])`,
  ])

const outputLine = (by: Chance, { nouns, tick }: Palette): string =>
  by.pick([
    `\u001b[32m${tick}\u001b[39m src/${by.pick(nouns)}/${by.between(1, 99)}.test.ts (${by.between(1, 40)} tests) ${by.between(2, 900)}ms`,
    `drwxr-xr-x  ${by.between(2, 20)} dev staff ${by.between(64, 9999)} Nov 30 12:${by.between(10, 59)} ${by.pick(nouns)}`,
    `WARN  [pool-${by.between(1, 9)}] ${by.pick(nouns)} ${by.pick(verbs)} after ${by.between(1, 5000)} ms`,
    `{"level":"info","msg":"${by.pick(nouns)} ${by.pick(verbs)}","n":${by.between(1, 100_000)}}`,
  ])

/** A tool's output of about `length` UTF-16 units: a source file or a terminal's lines. */
export const output = (by: Chance, length: number): string => {
  const palette = paletteOf(by)
  const line = by.next() < 0.5 ? codeLine : outputLine
  return fill(length, () => line(by, palette), "\n")
}

/** JSON text of a tool call's arguments, as a model wrote it. */
export const input = (by: Chance): string => {
  const kind = by.next()
  if (kind < 0.4)
    return JSON.stringify({
      command: `rg -n "${by.pick(plain.nouns)}" src | head -${by.between(5, 80)}`,
      timeout: by.between(1, 120) * 1000,
    })
  if (kind < 0.8)
    return `{"file_path": "/home/dev/project/src/${by.pick(verbs)}.ts", "limit": ${by.between(20, 2000)}}`
  return JSON.stringify({ path: `src/${by.pick(verbs)}.ts`, old: output(by, 240), new: output(by, 320) })
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

/** Base64 letters, as in a signature. */
export const base64 = (by: Chance, length: number): string =>
  Array.from({ length }, () => letters[by.between(0, 63)]).join("")
