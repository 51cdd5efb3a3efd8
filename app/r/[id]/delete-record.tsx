"use client"
import { AlertDialog } from "@base-ui/react/alert-dialog"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { countDeletion, deleteRecord } from "#app/actions/delete-record.ts"
import { number, plural, size } from "#lib/view/words.ts"
import styles from "./delete-record.module.css"

type Props = {
  readonly record: string
  readonly title: string
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
  /** Where to go then; absent: the list. */
  readonly then?: string
}

/** Deletes the record once what goes with it has been shown. */
export const DeleteRecord = ({ record, title, open, onOpen, then = "/" }: Props) => {
  const [refusal, setRefusal] = useState("")
  const [busy, setBusy] = useState(false)
  const counted = useQuery({
    queryKey: ["deletion", record],
    queryFn: () => countDeletion(record),
    enabled: open,
    staleTime: 0,
  })
  const answer = counted.data
  const remove = async (): Promise<void> => {
    setBusy(true)
    const done = await deleteRecord(record)
    setBusy(false)
    if (done.ok) window.location.assign(then)
    else setRefusal(done.sentence)
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpen}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop data-backdrop="" />
        <AlertDialog.Popup data-dialog="">
          <AlertDialog.Title data-title="">Delete this record</AlertDialog.Title>
          <AlertDialog.Description className={styles.words}>
            “{title}” goes for good, and nothing brings it back but importing its source again. The file that
            it came from is not touched.
          </AlertDialog.Description>
          <p className={styles.words} role="status">
            {answer === undefined ? "Counting what goes…" : null}
            {answer?.ok === true
              ? `${plural(answer.counts.entries, "entry", "entries")}, ${plural(answer.counts.blocks, "block")}, ${number(answer.counts.objects)} stored ${answer.counts.objects === 1 ? "object" : "objects"}: ${size(answer.counts.bytes)} in all.`
              : null}
            {answer?.ok === false ? answer.sentence : null}
          </p>
          {refusal === "" ? null : <p role="alert">{refusal}</p>}
          <div className={styles.buttons}>
            <AlertDialog.Close data-button="">Keep it</AlertDialog.Close>
            <button
              type="button"
              data-button="danger"
              disabled={answer?.ok !== true || busy}
              onClick={() => void remove()}
            >
              Delete
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
