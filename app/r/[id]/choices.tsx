"use client"
import { Menu } from "@base-ui/react/menu"
import { Toggle } from "@base-ui/react/toggle"
import { ToggleGroup } from "@base-ui/react/toggle-group"
import { useEffect, useRef } from "react"
import { type Order, orders } from "#lib/view/sheet.ts"
import styles from "./choices.module.css"

const visions = [
  { value: "own", word: "As the target’s row says" },
  { value: "on", word: "On: it sees pictures" },
  { value: "off", word: "Off: it sees none" },
] as const

type VisionProps = {
  readonly vision: boolean | undefined
  /** The target's own fact; absent where each of many has its own. */
  readonly own?: boolean
  readonly onChange: (vision: boolean | undefined) => void
}

const seeing = (sees: boolean | undefined): string =>
  sees === undefined ? "each its own" : sees ? "on" : "off"

/** Whether the target sees pictures: its own fact, or overridden. */
export const VisionSwitch = ({ vision, own, onChange }: VisionProps) => (
  <Menu.Root modal={false}>
    <Menu.Trigger data-button="plain">
      <span data-quiet="">vision</span> {seeing(vision ?? own)}
      {vision === undefined ? null : <span data-quiet="">overridden</span>}
      <span aria-hidden="true" data-quiet="">
        ▾
      </span>
    </Menu.Trigger>
    <Menu.Portal>
      <Menu.Positioner data-positioner="" align="end" sideOffset={4}>
        <Menu.Popup data-popup="" aria-label="Vision">
          <Menu.RadioGroup
            value={vision === undefined ? "own" : vision ? "on" : "off"}
            onValueChange={(value: string) => onChange(value === "own" ? undefined : value === "on")}
          >
            {visions.map(({ value, word }) => (
              <Menu.RadioItem key={value} value={value} data-item="" closeOnClick>
                <span>
                  {word}
                  {value === "own" && own !== undefined ? ` (${seeing(own)})` : null}
                </span>
                <Menu.RadioItemIndicator aria-hidden="true">✓</Menu.RadioItemIndicator>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  </Menu.Root>
)

const orderWords = { rows: "rows", wire: "wire" } satisfies Record<Order, string>

/** Aligned rows, or the body as it is printed. */
export const OrderSwitch = ({
  order,
  onChange,
}: {
  readonly order: Order
  readonly onChange: (order: Order) => void
}) => (
  <div className={styles.choice}>
    <span data-quiet="" id="order-label">
      order
    </span>
    <ToggleGroup
      className={styles.group}
      aria-labelledby="order-label"
      value={[order]}
      onValueChange={(value) => {
        const chosen = orders.find((each) => value.includes(each))
        if (chosen !== undefined) onChange(chosen)
      }}
    >
      {orders.map((each) => (
        <Toggle key={each} value={each} className={styles.option}>
          {orderWords[each]}
        </Toggle>
      ))}
    </ToggleGroup>
  </div>
)

export type TargetChoice = { readonly id: string; readonly label: string; readonly sees: boolean }

type TargetsProps = {
  readonly targets: readonly TargetChoice[]
  readonly target: string
  /** How many crossings each target does not carry, those that are known; absent where nobody counts them. */
  readonly differences?: ReadonlyMap<string, number>
  readonly onChange: (target: string) => void
}

/** Keeps the chosen tab in sight, as there are more than fit. */
const useInSight = (target: string) => {
  const tabs = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const chosen = tabs.current?.querySelector(`[data-target="${CSS.escape(target)}"]`)
    chosen?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }, [target])
  return tabs
}

/** Whom the wire is for. Only the crossed side changes with it. */
export const TargetTabs = ({ targets, target, differences, onChange }: TargetsProps) => (
  <ToggleGroup
    ref={useInSight(target)}
    className={styles.targets}
    aria-label="Target"
    value={[target]}
    onValueChange={(value) => {
      const [chosen] = value
      if (typeof chosen === "string") onChange(chosen)
    }}
  >
    {targets.map(({ id, label }, index) => (
      <Toggle
        key={id}
        value={id}
        data-target={id}
        className={styles.target}
        title={label}
        aria-label={`${label}${differences?.has(id) === true ? `, ${differences.get(id)} differences` : ""}`}
      >
        {index < 9 ? <kbd data-key="">{index + 1}</kbd> : null}
        {id}
        {differences === undefined ? null : <span className={styles.badge}>{differences.get(id) ?? ""}</span>}
      </Toggle>
    ))}
  </ToggleGroup>
)
