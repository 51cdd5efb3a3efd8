/** The session that ships with Crossing. */
export const sampleSession = {
  name: "sample session",
  path: "lib/import/samples/claude-code/nightly-import.jsonl",
} as const
