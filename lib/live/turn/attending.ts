/** Something that is looked after. `close` ends that, and waits for a look that is being made. */
export type Attendance = { readonly close: () => Promise<void> }

/**
 * Looks again and again, about every so many milliseconds, and keeps no process alive for it. Processes that began together
 * look at different moments.
 */
export const attending = (every: number, look: () => Promise<void>): Attendance => {
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  let isOver = false
  const wait = (): void => {
    if (isOver) return
    timer = setTimeout(
      () => {
        looking = look()
          .catch(() => undefined) // the store is away: whoever asks it for something is told, and the next look may find it
          .then(wait)
      },
      every * (0.5 + Math.random()),
    )
    timer.unref()
  }
  wait()
  return {
    close: () => {
      isOver = true
      clearTimeout(timer)
      return looking
    },
  }
}
