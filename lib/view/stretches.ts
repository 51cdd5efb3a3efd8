/** Numbers in order as stretches: `1–4, 7`. */
export const stretches = (numbers: readonly number[], dash = "–", comma = ", "): string => {
  const found: [number, number][] = []
  for (const each of numbers) {
    const last = found.at(-1)
    if (last !== undefined && last[1] === each - 1) last[1] = each
    else found.push([each, each])
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}${dash}${to}`)).join(comma)
}
