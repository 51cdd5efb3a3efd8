"use client"
import Link from "next/link"
import { useRouter } from "next/navigation"
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { asked as askedOf, exportHref, targetsHref } from "#lib/view/address.ts"
import type { ExportFormat } from "#lib/view/export-formats.ts"
import { plural } from "#lib/view/words.ts"
import { type Copied, type RowActions, RowActionsContext } from "./actions.ts"
import { TargetTabs } from "./choices.tsx"
import { textToCopy } from "./copies.ts"
import { DeleteRecord } from "./delete-record.tsx"
import { DoneBar } from "./done-bar.tsx"
import styles from "./inspector.module.css"
import { KeysHelp } from "./keys-help.tsx"
import { Outline } from "./outline.tsx"
import { PlanDialog } from "./plan-dialog.tsx"
import { RowList } from "./row-list.tsx"
import { TargetPicker } from "./target-picker.tsx"
import { go } from "./use-address.ts"
import { useDifferences } from "./use-differences.ts"
import { useFocus } from "./use-focus.ts"
import type { ListHandle } from "./use-handle.ts"
import { useInspectorActs } from "./use-inspector-acts.ts"
import { useInspectorCommands } from "./use-inspector-commands.ts"
import { useInspectorKeys } from "./use-inspector-keys.ts"
import { type InspectorProps, type Model, useModel } from "./use-model.ts"
import { foldId } from "./use-projection.ts"
import { ViewBar } from "./view-bar.tsx"

/** A word in the status bar about what was just done; it goes by itself, and with the row that it was said of. */
const useNote = () => {
  const about = useRef<string | undefined>(undefined)
  const [note, setNote] = useState({ words: "", about: about.current })
  const say = useCallback((words: string) => setNote({ words, about: about.current }), [])
  useEffect(() => {
    if (note.words === "") return
    const timer = setTimeout(() => say(""), 6_000)
    return () => clearTimeout(timer)
  }, [note, say])
  const noteOf = (focus: string | undefined): string => {
    about.current = focus
    return note.about === focus ? note.words : ""
  }
  return { say, noteOf }
}

/** Copies of a row, or of the whole; says what was copied, or why not. */
const useCopy = ({ asked, skeleton, laid, target }: Model, say: (note: string) => void) => {
  const latest = useRef({ asked, skeleton, laid, target })
  latest.current = { asked, skeleton, laid, target }
  return useCallback(
    async (what: Copied, key = ""): Promise<void> => {
      const now = latest.current
      if (now.target === undefined) return
      const from = {
        asked: now.asked,
        projector: now.skeleton.projector,
        dialect: now.target.dialect,
        endpoint: now.target.endpoint,
      }
      try {
        const text = await textToCopy(what, { key, number: now.laid.rows.numberOf(key) ?? -1 }, from)
        await navigator.clipboard.writeText(text)
        say(`Copied, ${plural(text.length, "character")}.`)
      } catch (error) {
        say(error instanceof Error ? `Not copied: ${error.message}` : "Not copied.")
      }
    },
    [say],
  )
}

const emptyWords = (model: Model): string => {
  if (model.listed.pending) return "Looking…"
  if (model.listed.filtered) return "No row meets this filter; Escape gives all rows back."
  return "This record has no entries yet."
}

const noTargets: readonly string[] = []

/** What is stored, beside what crosses. */
export const Inspector = (props: InspectorProps) => {
  const { record, targets } = props
  const model = useModel(props)
  const { address, asked, skeleton, laid, state, items, moves } = model
  const handle = useRef<ListHandle>(null)
  const { say, noteOf } = useNote()
  const focus = useFocus(model, handle, say)
  const note = noteOf(focus.focus)
  const [keysOpen, setKeysOpen] = useState(false)
  const [deleteOpen, setDeleteOpen] = useState(false)
  const [outlineOpen, setOutlineOpen] = useState(false)
  const [copyMenu, setCopyMenu] = useState(false)
  const copy = useCopy(model, say)
  const showKeys = useCallback(() => setKeysOpen(true), [])
  const showDelete = useCallback(() => setDeleteOpen(true), [])
  const targetIds = useMemo(() => targets.map(({ id }) => id), [targets])
  // Nothing more is asked of a record that is about to go.
  const counted = deleteOpen ? noTargets : targetIds
  const differences = useDifferences(asked, skeleton.projector, skeleton.counts, counted, laid.rows.count)
  const router = useRouter()
  const compareHref = targetsHref(record.id, { ...askedOf(address), target: model.wanted.target })
  const compare = useCallback(() => router.push(compareHref), [router, compareHref])
  const undoHere = useRef<readonly number[] | undefined>(undefined)
  const { letting, acts } = useInspectorActs(model, focus, undoHere, say)
  const showCopy = (): void => setCopyMenu(true)
  useInspectorKeys(model, focus, { targets, handle, showKeys, compare, showCopy, acts })
  const exportAs = useCallback(
    (format?: ExportFormat) =>
      router.push(
        exportHref(record.id, {
          ...askedOf(address),
          target: model.wanted.target,
          ...(format === undefined ? {} : { format }),
        }),
      ),
    [router, record.id, address, model.wanted.target],
  )
  useInspectorCommands({ targets, head: record.head, copy, compare, exportAs, showKeys, showDelete, acts })

  const { goTo, setFocus } = focus
  const actions = useMemo(
    (): RowActions => ({
      focus: setFocus,
      toggleFold: (fold) => state.toggleFold(foldId(fold, address.order)),
      toggleOpen: state.toggleOpen,
      moreLines: state.moreLines,
      toggleRaw: state.toggleRaw,
      copy: (what, id) => void copy(what, id),
      setCopyMenu,
      asOf: (seq) => go({ asOf: seq === record.head ? undefined : seq }),
      pair: (id) => {
        const other = laid.rows.at(laid.rows.at(laid.rows.numberOf(id))?.pair)
        if (other !== undefined) goTo(other.key)
      },
      plan: letting.plan,
      undoHere,
    }),
    [setFocus, goTo, state, address.order, copy, record.head, laid, letting.plan],
  )
  const line = moves.lineOf(moves.indexOf(focus.focus) ?? -1)

  return (
    <RowActionsContext value={actions}>
      <main className={styles.inspector} data-outline={outlineOpen ? "open" : undefined}>
        <ViewBar
          model={model}
          head={record.head}
          onOutline={() => setOutlineOpen((now) => !now)}
          outlineOpen={outlineOpen}
        />
        <Outline
          items={laid.outline}
          current={line}
          onChoose={(item) => {
            setOutlineOpen(false)
            const place = moves.placeOf(item.row)
            focus.goToPlace(place, "start")
          }}
        />
        <div className={styles.heads} data-order={address.order}>
          <h2 className={styles.head}>
            <b>Stored</b>
            <span data-quiet="">
              {plural(skeleton.asOf, "entry", "entries")} · {plural(skeleton.blocks, "block")}
            </span>
          </h2>
          <div className={styles.head}>
            <h2>
              <b>Crossed</b>
            </h2>
            <TargetTabs
              targets={targets}
              target={model.wanted.target}
              differences={differences}
              onChange={(id) => go({ target: id })}
            />
            <div className={styles.others}>
              <TargetPicker
                targets={targets}
                target={model.wanted.target}
                differences={differences}
                onChange={(id) => go({ target: id })}
              />
              <Link href={compareHref} prefetch={false} data-button="plain" aria-keyshortcuts="Shift+T">
                Compare
              </Link>
            </div>
          </div>
        </div>
        {model.error === null ? null : (
          <p role="alert" className={styles.alert}>
            {model.error.message}
          </p>
        )}
        {items.length === 0 ? <p className={styles.empty}>{emptyWords(model)}</p> : null}
        <RowList
          items={items}
          laid={laid}
          found={model.found}
          findingsOf={model.findingsOf}
          windows={{ asked, skeleton, order: address.order, filter: address.filter }}
          focus={focus.focus}
          grab={focus.grab}
          open={state.open}
          raw={state.raw}
          copyMenu={copyMenu}
          words={model.words}
          handle={handle}
          label={
            address.order === "rows"
              ? "Stored and crossed, aligned"
              : "Stored and crossed, in the wire’s order"
          }
          note={note}
          onFocus={setFocus}
        />
        <div className={styles.done}>
          <DoneBar letting={letting} />
        </div>
      </main>
      <PlanDialog
        record={record.id}
        target={model.wanted.target}
        act={letting.act}
        onLeave={letting.leave}
        onDone={letting.finish}
      />
      <KeysHelp open={keysOpen} onOpen={setKeysOpen} />
      <DeleteRecord record={record.id} title={props.title} open={deleteOpen} onOpen={setDeleteOpen} />
    </RowActionsContext>
  )
}
