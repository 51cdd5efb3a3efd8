import { ExactText } from "#app/ui/exact.tsx"
import type { Told } from "#lib/lint/told.ts"
import { number, severities } from "#lib/view/words.ts"
import styles from "./finding-text.module.css"

/** A rule's sentence; what stands between backticks is a body's own word. */
const Sentence = ({ text }: { readonly text: string }) =>
  text.split("`").map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence never move
    return index % 2 === 0 ? part : <code key={index}>{part}</code>
  })

const Place = ({ finding: { pointer, message, callId, tool } }: { readonly finding: Told }) => (
  <p className={styles.place}>
    <code>
      <ExactText text={pointer === "" ? "the whole body" : pointer} />
    </code>
    {message === undefined ? null : <span data-quiet=""> message {message}</span>}
    {callId === undefined ? null : (
      <span data-quiet="">
        {" "}
        call{" "}
        <code>
          <ExactText text={callId} />
        </code>
      </span>
    )}
    {tool === undefined ? null : (
      <span data-quiet="">
        {" "}
        of{" "}
        <code>
          <ExactText text={tool} />
        </code>
      </span>
    )}
  </p>
)

const Facts = ({ facts }: Pick<Told, "facts">) => {
  const all = Object.entries(facts)
  return all.length === 0 ? null : (
    <dl className={styles.facts} data-small="">
      {all.map(([name, value]) => (
        <div key={name}>
          <dt data-quiet="">{name}</dt>
          <dd>
            <ExactText text={typeof value === "number" ? number(value) : value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A finding in words: how bad, which rule, what it means, what mends it, where, and what is known of it. */
export const FindingText = ({ finding }: { readonly finding: Told }) => (
  <>
    <p className={styles.head} data-severity={finding.severity}>
      <span data-square="" aria-hidden="true" />
      <strong>{severities[finding.severity].word}</strong>
      <code>{finding.rule}</code>
    </p>
    <p>
      <Sentence text={finding.meaning} />
      {finding.open === undefined ? null : (
        <span data-quiet="">
          {" "}
          <Sentence text={finding.open} />
        </span>
      )}
    </p>
    <p className={styles.fix}>
      <span aria-hidden="true">→</span>
      <span>
        <Sentence text={finding.fix} />
      </span>
    </p>
    <Place finding={finding} />
    <Facts facts={finding.facts} />
  </>
)
