"use client"
import { Autocomplete } from "@base-ui/react/autocomplete"
import { Popover } from "@base-ui/react/popover"
import { useState } from "react"
import { useKeys } from "#app/ui/keys.ts"
import { plural } from "#lib/view/words.ts"
import styles from "./target-picker.module.css"

export type Pick = { readonly id: string; readonly label: string }

type Item = Pick & { readonly value: string; readonly number: number }

type Props = {
  readonly targets: readonly Pick[]
  readonly target: string
  /** How many crossings each target does not carry; absent while unknown. */
  readonly differences: ReadonlyMap<string, number>
  readonly onChange: (target: string) => void
}

const itemsOf = (targets: readonly Pick[]): readonly Item[] =>
  targets.map((target, index) => ({ ...target, value: target.id, number: index + 1 }))

/** A number means the target of that place, a word any that has it in its name. */
const fits = (item: Item, query: string): boolean =>
  /^\d+$/.test(query)
    ? String(item.number).startsWith(query)
    : `${item.id} ${item.label}`.toLowerCase().includes(query.trim().toLowerCase())

/** The target that a number means once no longer number can follow. */
const meant = (items: readonly Item[], query: string): Item | undefined => {
  const left = /^\d+$/.test(query) ? items.filter((item) => fits(item, query)) : []
  return left.length === 1 ? left[0] : undefined
}

const List = ({ targets, target, differences, onChange }: Props) => {
  const items = itemsOf(targets)
  return (
    <Autocomplete.Root
      open
      inline
      items={items}
      filter={fits}
      autoHighlight="always"
      keepHighlight
      itemToStringValue={(item: Item) => item.id}
      onValueChange={(query) => {
        const item = meant(items, query)
        if (item !== undefined) onChange(item.id)
      }}
    >
      <Autocomplete.Input
        data-field=""
        className={styles.input}
        aria-label="Target by number or name"
        placeholder="Number or name"
      />
      <Autocomplete.Empty>
        <p className={styles.empty}>No target of that name or number.</p>
      </Autocomplete.Empty>
      <Autocomplete.List className={styles.list}>
        {(item: Item) => (
          <Autocomplete.Item
            key={item.id}
            value={item}
            data-item=""
            className={styles.item}
            aria-current={item.id === target ? "true" : undefined}
            onClick={() => onChange(item.id)}
          >
            <kbd data-key="">{item.number}</kbd>
            <span>{item.id}</span>
            <span data-quiet="" className={styles.label}>
              {item.label}
            </span>
            <span className={styles.count}>{differences.get(item.id) ?? ""}</span>
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}

/** All targets, to be chosen by name or by a number of any length: `0` opens it. */
export const TargetPicker = ({ onChange, ...of }: Props) => {
  const [isOpen, setOpen] = useState(false)
  useKeys({ "0": () => setOpen(true) })
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger data-button="plain" aria-keyshortcuts="0" aria-label="Choose a target">
        <kbd data-key="">0</kbd> <span className={styles.words}>{plural(of.targets.length, "target")}</span>
        <span aria-hidden="true" data-quiet="">
          ▾
        </span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner data-positioner="" align="end" sideOffset={4}>
          <Popover.Popup data-popup="" className={styles.popup} aria-label="Choose a target">
            <List
              {...of}
              onChange={(id) => {
                setOpen(false)
                onChange(id)
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
