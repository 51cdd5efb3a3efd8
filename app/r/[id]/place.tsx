"use client"
import { useQuery } from "@tanstack/react-query"
import type { FindingView } from "#lib/view/findings.ts"
import type { RowView } from "#lib/view/window.ts"
import { ask } from "./ask.ts"
import type { ListItem } from "./list-item.ts"
import { EntriesRow, FoldRow, MissingRow } from "./other-rows.tsx"
import { RawPanel } from "./raw-panel.tsx"
import { CrossingRow } from "./row.tsx"
import { type Laid, questionOf } from "./use-projection.ts"
import type { WindowsOf } from "./use-windows.ts"

/** A row that was opened in place: the same row with far more of its texts. */
const useOpened = (windows: WindowsOf, number: number, lines: number | undefined): RowView | undefined => {
  const { asked, skeleton, order, columns } = windows
  const answer = useQuery({
    queryKey: [
      "row",
      asked.record,
      asked.target,
      asked.asOf,
      asked.vision ?? null,
      order,
      order === "wire" ? columns : 0,
      number,
      lines ?? 0,
    ],
    queryFn: ({ signal }) =>
      ask<{ row: RowView }>(
        `/r/${encodeURIComponent(asked.record)}/row`,
        { ...questionOf(asked, skeleton.projector), order, columns, number, lines },
        signal,
      ),
    enabled: lines !== undefined,
  })
  return lines === undefined ? undefined : answer.data?.row
}

type PlaceProps = {
  readonly laid: Laid
  readonly focus: string | undefined
  readonly open: ReadonlyMap<string, number>
  readonly raw: ReadonlySet<string>
  readonly copyMenu: boolean
  readonly words: readonly string[]
  readonly item: ListItem
  readonly id: string
  readonly windows: WindowsOf
  readonly view: RowView | undefined
  readonly findings: readonly FindingView[]
  readonly object: (sha256: string) => string
}

/** What one place of the list shows, whatever stands there. */
export const Place = ({
  item,
  id,
  laid,
  focus,
  open,
  raw,
  copyMenu,
  words,
  windows,
  view,
  findings,
  object,
}: PlaceProps) => {
  const number = item.is === "missing" ? -1 : item.number
  const openedView = useOpened(windows, number, item.is === "row" ? open.get(id) : undefined)
  if (item.is === "missing") return <MissingRow missing={item.missing} />
  if (item.is === "fold")
    return <FoldRow fold={item.fold} open={item.open} findings={findings} isFocused={focus === id} />
  const light = laid.rows.at(number)
  if (light === undefined) return null
  const shown = openedView ?? view
  if (light.how === undefined)
    return (
      <EntriesRow
        view={shown?.is === "entry" ? shown : undefined}
        count={light.lines}
        isFocused={focus === id}
      />
    )
  const isFocused = focus === id
  return (
    <>
      <CrossingRow
        light={light}
        view={shown}
        findings={findings}
        isFocused={isFocused}
        isOpen={open.has(id)}
        copyMenu={isFocused && copyMenu}
        words={words}
        object={object}
      />
      {raw.has(id) && shown?.is === "crossing" ? (
        <RawPanel asked={windows.asked} projector={windows.skeleton.projector} view={shown} />
      ) : null}
    </>
  )
}
