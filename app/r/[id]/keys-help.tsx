"use client"
import { Dialog } from "@base-ui/react/dialog"
import styles from "./keys-help.module.css"

const keys: readonly (readonly [keys: string, does: string])[] = [
  ["j  k", "next, previous row"],
  ["J  K", "next, previous line of the outline"],
  ["g g  G", "first, last row"],
  ["]  [", "next, previous crossing that is not carried"],
  ["f  F", "next, previous finding"],
  ["t", "from a call to its result, and back"],
  ["Enter", "open or close what is cut, or a fold"],
  [".", "raw: stored JSON, source line, piece of wire"],
  ["c", "copy"],
  ["r  R", "go back to this entry, to before it"],
  ["y", "fork: a new record up to this entry"],
  ["u", "undo: take the act of this row back, or the last"],
  ["1 … 9", "one of the first nine targets"],
  ["0", "any target: type its number or its name"],
  ["T", "compare all targets"],
  ["o", "order: rows, wire"],
  ["/", "filter and find"],
  ["Esc", "leave the field, clear the filter"],
  ["⌘K  Ctrl K", "commands"],
  ["?", "this list"],
]

const filters: readonly (readonly [filter: string, does: string])[] = [
  ["how:dropped,made", "crossings of these sorts"],
  ["kind:reasoning", "rows of a kind"],
  ["reason:image-unseen", "crossings for a reason"],
  ["speaker:notice tool:bash", "who said it, which tool"],
  ["entry:40-60", "entries of a range"],
  ["finding:error,warning", "rows with findings, or of a rule"],
  ['-how:carried "two words"', "not; words in text, wire or id"],
]

const List = ({ rows }: { readonly rows: readonly (readonly [string, string])[] }) => (
  <dl className={styles.list}>
    {rows.map(([term, does]) => (
      <div key={term} className={styles.row}>
        <dt data-exact="">{term}</dt>
        <dd>{does}</dd>
      </div>
    ))}
  </dl>
)

type DialogProps = {
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
}

type Rows = readonly (readonly [term: string, does: string])[]

/** Keys of a page, and whatever else goes in columns beside them. */
export const KeysDialog = ({
  open,
  onOpen,
  title,
  columns,
}: DialogProps & { readonly title: string; readonly columns: readonly Rows[] }) => (
  <Dialog.Root open={open} onOpenChange={onOpen}>
    <Dialog.Portal>
      <Dialog.Backdrop data-backdrop="" />
      <Dialog.Popup data-dialog="" className={styles.dialog}>
        <div className={styles.title}>
          <Dialog.Title data-title="">{title}</Dialog.Title>
          <Dialog.Close data-button="">Close</Dialog.Close>
        </div>
        <div className={styles.columns}>
          {columns.map((rows) => (
            <List key={rows[0]?.[0]} rows={rows} />
          ))}
        </div>
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
)

export const KeysHelp = (props: DialogProps) => (
  <KeysDialog {...props} title="Keys and filters" columns={[keys, filters]} />
)
