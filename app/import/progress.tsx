import { number, plural, size } from "#lib/view/words.ts"
import styles from "./surface.module.css"
import type { Running } from "./surface.tsx"

type Props = { readonly running: Running; readonly cancel: () => void }

const stage = ({ progress }: Running): string => {
  if (progress === undefined) return "starting"
  if (progress.sent < progress.size) return `sent ${size(progress.sent)} of ${size(progress.size)}`
  return progress.lines > 0 ? `${plural(progress.lines, "line")} read` : "sent, being read"
}

/** Half of a file's share is sending it, half is reading it. */
const share = ({ files, done, progress }: Running): number => {
  const part =
    progress === undefined || progress.size === 0 ? 0 : (progress.sent + progress.read) / (2 * progress.size)
  return (done + Math.min(part, 1)) / files
}

/** How far an import is: bytes sent, then lines read; and what was refused, where there is no receipt to show it. */
export const ImportProgress = ({ running, cancel }: Props) => (
  <section className={styles.progress} aria-label="Import">
    {running.ended ? null : (
      <>
        <p role="status">
          Importing {number(running.done + 1)} of {plural(running.files, "file")}:{" "}
          <span data-exact="">{running.name}</span>
          <span data-quiet=""> · {stage(running)}</span>
        </p>
        <progress aria-label="Import" max={1} value={share(running)} />
      </>
    )}
    {running.refused.length === 0 ? null : (
      <ul role="alert" className={styles.refused}>
        {running.refused.slice(-3).map(({ name, sentence }) => (
          <li key={name}>{sentence}</li>
        ))}
      </ul>
    )}
    <button type="button" data-button="" onClick={cancel}>
      {running.ended ? "Close" : "Stop"}
    </button>
  </section>
)
