"use client"
import { Autocomplete } from "@base-ui/react/autocomplete"
import { Dialog } from "@base-ui/react/dialog"
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react"
import { useKeys } from "./keys.ts"
import styles from "./palette.module.css"

export type Command = { readonly label: string; readonly keys?: string; readonly run: () => void }
export type Commands = readonly { readonly group: string; readonly commands: readonly Command[] }[]

type Item = Command & { readonly value: string }
type Group = { readonly value: string; readonly items: readonly Item[] }

type Palette = { readonly open: () => void; readonly offer: (commands: Commands) => () => void }

const Context = createContext<Palette>({ open: () => undefined, offer: () => () => undefined })

/** Opens the palette; for a button. */
export const useOpenPalette = (): (() => void) => useContext(Context).open

/** Offers commands in the palette while mounted. */
export const useCommands = (commands: Commands): void => {
  const { offer } = useContext(Context)
  useEffect(() => offer(commands), [offer, commands])
}

const grouped = (offers: ReadonlyMap<object, Commands>): readonly Group[] =>
  [...offers.values()].flat().map(({ group, commands }) => ({
    value: group,
    items: commands.map((command) => ({ ...command, value: `${group} ${command.label}` })),
  }))

const PaletteList = ({
  groups,
  choose,
}: {
  readonly groups: readonly Group[]
  readonly choose: (item: Item) => void
}) => (
  <Autocomplete.Root
    open
    inline
    items={groups}
    autoHighlight="always"
    keepHighlight
    itemToStringValue={(item: Item) => item.label}
  >
    <Autocomplete.Input className={styles.input} aria-label="Search commands" placeholder="Search commands" />
    <Autocomplete.Empty>
      <p className={styles.empty}>No command of that name.</p>
    </Autocomplete.Empty>
    <Autocomplete.List className={styles.list}>
      {(group: Group) => (
        <Autocomplete.Group key={group.value} items={group.items}>
          <Autocomplete.GroupLabel className={styles.group}>{group.value}</Autocomplete.GroupLabel>
          <Autocomplete.Collection>
            {(item: Item) => (
              <Autocomplete.Item key={item.value} value={item} data-item="" onClick={() => choose(item)}>
                <span>{item.label}</span>
                {item.keys === undefined ? null : <kbd data-key="">{item.keys}</kbd>}
              </Autocomplete.Item>
            )}
          </Autocomplete.Collection>
        </Autocomplete.Group>
      )}
    </Autocomplete.List>
  </Autocomplete.Root>
)

/** Gives every page one palette, Cmd/Ctrl+K, holding what its parts offer. */
export const PaletteProvider = ({ children }: { readonly children: ReactNode }) => {
  const [isOpen, setOpen] = useState(false)
  const offers = useRef(new Map<object, Commands>())
  const [groups, setGroups] = useState<readonly Group[]>([])
  const open = useCallback(() => {
    setGroups(grouped(offers.current))
    setOpen(true)
  }, [])
  const offer = useCallback((commands: Commands) => {
    const key = {}
    offers.current.set(key, commands)
    return () => {
      offers.current.delete(key)
    }
  }, [])
  useKeys({ "mod+k": open })
  const choose = (item: Item): void => {
    setOpen(false)
    item.run()
  }
  const palette = useMemo(() => ({ open, offer }), [open, offer])
  return (
    <Context.Provider value={palette}>
      {children}
      <Dialog.Root open={isOpen} onOpenChange={setOpen}>
        <Dialog.Portal>
          <Dialog.Backdrop data-backdrop="" />
          <Dialog.Popup data-dialog="" className={styles.palette} aria-label="Command palette">
            <PaletteList groups={groups} choose={choose} />
            <Dialog.Close data-hidden="">Close</Dialog.Close>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </Context.Provider>
  )
}
