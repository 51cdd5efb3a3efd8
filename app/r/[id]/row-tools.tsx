"use client"
import { Menu } from "@base-ui/react/menu"
import { useEffect } from "react"
import { actsFrom, actTitle } from "#lib/view/let-go.ts"
import type { Light } from "#lib/view/packed.ts"
import type { CrossingView } from "#lib/view/window.ts"
import { type Copied, useRowActions } from "./actions.ts"
import styles from "./row-tools.module.css"

const copies: readonly {
  readonly what: Copied
  readonly word: string
  readonly needs?: "stored" | "crossed"
}[] = [
  { what: "block", word: "Block’s text", needs: "stored" },
  { what: "message", word: "Message, stored JSON", needs: "stored" },
  { what: "piece", word: "Piece of wire", needs: "crossed" },
  { what: "body", word: "Request body" },
  { what: "curl", word: "cURL, key as $API_KEY" },
  { what: "link", word: "Link to this row" },
]

const CopyMenu = ({
  id,
  view,
  open,
}: {
  readonly id: string
  readonly view: CrossingView
  readonly open: boolean
}) => {
  const { copy, setCopyMenu } = useRowActions()
  const fits = ({ needs }: (typeof copies)[number]): boolean =>
    needs === undefined || (needs === "stored" ? view.seq !== undefined : view.place !== undefined)
  return (
    <Menu.Root open={open} onOpenChange={setCopyMenu} modal={false}>
      <Menu.Trigger className={styles.tool} tabIndex={-1}>
        Copy <kbd>c</kbd>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner data-positioner="" align="end" sideOffset={4}>
          <Menu.Popup data-popup="" aria-label="Copy">
            {copies.filter(fits).map(({ what, word }) => (
              <Menu.Item key={what} data-item="" onClick={() => copy(what, id)}>
                {word}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** Acts on the record from here. */
const ActMenu = ({ seq }: { readonly seq: number }) => {
  const { plan } = useRowActions()
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className={styles.tool} tabIndex={-1}>
        Go back <kbd>r</kbd>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner data-positioner="" align="end" sideOffset={4}>
          <Menu.Popup data-popup="" aria-label="Acts from here">
            {actsFrom(seq).map(({ key, label, act }) => (
              <Menu.Item key={key} data-item="" onClick={() => plan(act)}>
                {label} <kbd data-key="">{key}</kbd>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** Takes an act back, by `u` too while its row is in focus. */
export const UndoTool = ({
  of,
  isFocused,
}: {
  readonly of: readonly number[]
  readonly isFocused: boolean
}) => {
  const { plan, undoHere } = useRowActions()
  useEffect(() => {
    if (!isFocused) return
    undoHere.current = of
    return () => {
      undoHere.current = undefined
    }
  }, [of, isFocused, undoHere])
  return (
    <button
      type="button"
      className={styles.tool}
      tabIndex={-1}
      title={actTitle({ kind: "undo", of })}
      onClick={() => plan({ kind: "undo", of })}
    >
      Undo {isFocused ? <kbd>u</kbd> : null}
    </button>
  )
}

/** What can be done with the focused row; each has its key. */
export const RowTools = ({
  light,
  view,
  copyMenu,
}: {
  readonly light: Light
  readonly view: CrossingView
  readonly copyMenu: boolean
}) => {
  const { toggleRaw, asOf, pair } = useRowActions()
  const { seq, undo } = view
  return (
    <div className={styles.tools} role="toolbar" aria-label={`Row ${light.key}`}>
      {light.pair === undefined ? null : (
        <button type="button" className={styles.tool} tabIndex={-1} onClick={() => pair(light.key)}>
          {light.kind === "tool-call" ? "Result" : "Call"} <kbd>t</kbd>
        </button>
      )}
      {seq === undefined ? null : (
        <button type="button" className={styles.tool} tabIndex={-1} onClick={() => asOf(seq)}>
          As of here
        </button>
      )}
      {seq === undefined ? null : <ActMenu seq={seq} />}
      {undo === undefined ? null : <UndoTool of={undo} isFocused />}
      <button type="button" className={styles.tool} tabIndex={-1} onClick={() => toggleRaw(light.key)}>
        Raw <kbd>.</kbd>
      </button>
      <CopyMenu id={light.key} view={view} open={copyMenu} />
    </div>
  )
}
