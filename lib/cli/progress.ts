/** Work that takes longer than this says how far it is, in milliseconds. */
const patience = 1_000

/** Says on a terminal's standard error how far a longer work is, in one line that is written over, once a second. */
export const progressOf = (what: string) => {
  let last = Date.now()
  let shown = false
  return {
    show: (done: number, of: number): void => {
      if (!process.stderr.isTTY || Date.now() - last < patience) return
      last = Date.now()
      shown = true
      process.stderr.write(`\r${what}: ${Math.floor((100 * done) / Math.max(1, of))} % `)
    },
    end: (): void => {
      if (shown) process.stderr.write("\r\u001b[K")
    },
  } as const
}
