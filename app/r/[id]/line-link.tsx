import Link from "next/link"
import { ExactText } from "#app/ui/exact.tsx"
import type { Role } from "#lib/view/words.ts"
import type { How } from "#lib/wire/crossing.ts"
import styles from "./line-link.module.css"

type Props = {
  readonly href: string
  /** The key of the row that it leads to. */
  readonly block: string
  readonly role: Role | undefined
  readonly how: How | undefined
  /** Its key as it is shown, what it is, and its first words. */
  readonly name: string
  readonly word: string
  readonly text: string
}

/** A row of a record in one line: its key, what it is, its first words; a link to it. */
export const LineLink = ({ href, block, role, how, name, word, text }: Props) => (
  <Link
    href={href}
    prefetch={false}
    className={styles.line}
    data-block={block}
    data-role={role}
    data-how={how}
  >
    <code className={styles.key}>
      <ExactText text={name} />
    </code>
    <span className={styles.word}>{word}</span>
    <code className={styles.text} data-text="">
      <ExactText text={text} />
    </code>
  </Link>
)
