/**
 * Where a block stands in its entry's JSON text, as a pointer; undefined where the block is none of that entry's.
 * `json` is the entry as it is stored.
 */
export const pointerIn = (json: string, block: string): string | undefined => {
  const [seq, index, inner] = block.split(".")
  const entry: unknown = JSON.parse(json)
  if (
    typeof entry !== "object" ||
    entry === null ||
    !("kind" in entry) ||
    !("seq" in entry) ||
    String(entry.seq) !== seq
  )
    return undefined
  if (entry.kind === "compaction") return "/summary"
  const own = entry.kind === "replacement" ? "/with" : `/blocks/${index}`
  return inner === undefined ? own : `${own}/content/${inner}`
}
