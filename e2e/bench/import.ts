import { readSource } from "#lib/import/read-source.ts"
import { claudeCodeLines } from "./claude-code.ts"
import { compare, type Row } from "./measure.ts"

const size = 50_000_000

/**
 * A Claude Code session of 50 MB from bytes to checked entries, every line accounted for, against `JSON.parse` of its
 * lines alone.
 */
export const importRow = async (repetitions = 5): Promise<Row> => {
  const lines = claudeCodeLines(size)
  const bytes = Buffer.from(`${lines.join("\n")}\n`)
  const { ratio, subject, baseline } = await compare(
    () => ({
      subject: () => {
        const read = readSource({ name: "session.jsonl", bytes })
        if (!read.ok) throw new Error(`The session was refused: ${JSON.stringify(read.problem)}`)
        const { receipt, format, records } = read.value
        if (
          format !== "claude-code" ||
          receipt.read !== lines.length ||
          receipt.unread > 0 ||
          records.length !== 1
        )
          throw new Error(`The session was not read as it should: ${JSON.stringify(receipt)}`)
      },
      baseline: () => {
        for (const line of lines) JSON.parse(line)
      },
    }),
    repetitions,
    1,
  )
  return {
    name: "import-claude-code",
    value: ratio,
    unit: "x",
    limit: 8,
    note: `${(bytes.length / 1e6).toFixed(1)} MB, ${lines.length} lines, ${subject.toFixed(0)} ms against ${baseline.toFixed(0)} ms`,
  }
}
