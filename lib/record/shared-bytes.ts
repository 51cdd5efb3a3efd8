/** Bytes that are compared at once. */
const stride = 65_536

/** How many first bytes two bodies share; 0 where one is empty. They may end inside a character. */
export const sharedBytes = (before: Uint8Array, now: Uint8Array): number => {
  const least = Math.min(before.length, now.length)
  let at = 0
  while (at < least) {
    const end = Math.min(at + stride, least)
    if (Buffer.compare(before.subarray(at, end), now.subarray(at, end)) !== 0) break
    at = end
  }
  while (at < least && before[at] === now[at]) at++
  return at
}
