"use client"
import { Popover } from "@base-ui/react/popover"
import { Slider } from "@base-ui/react/slider"
import { useEffect, useState } from "react"
import { number } from "#lib/view/words.ts"
import styles from "./as-of.module.css"

type Props = {
  readonly asOf: number
  readonly head: number
  readonly onChange: (asOf: number | undefined) => void
}

/** Milliseconds after the last step before the projection is asked for. */
const settle = 250

/** The record as it was after any of its entries: a slider, steps of one, and a number. */
export const AsOf = ({ asOf, head, onChange }: Props) => {
  const [draft, setDraft] = useState(asOf)
  useEffect(() => setDraft(asOf), [asOf])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new draft is a reason to ask
  useEffect(() => {
    if (draft === asOf) return
    const timer = setTimeout(() => onChange(draft === head ? undefined : draft), settle)
    return () => clearTimeout(timer)
  }, [draft])
  const step = (to: number): void => setDraft(Math.min(head, Math.max(1, to)))
  return (
    <Popover.Root>
      <Popover.Trigger data-button="plain">
        <span data-quiet="">as of</span> entry {number(asOf)}
        {asOf === head ? null : <span data-quiet="">of {number(head)}</span>}
        <span aria-hidden="true" data-quiet="">
          ▾
        </span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner data-positioner="" align="end" sideOffset={4}>
          <Popover.Popup data-popup="" className={styles.popup}>
            <Popover.Title className={styles.title}>As of which entry</Popover.Title>
            <Popover.Description data-quiet="" data-small="">
              The record cut after that entry, and nothing else.
            </Popover.Description>
            <Slider.Root
              value={draft}
              min={1}
              max={Math.max(head, 2)}
              disabled={head < 2}
              onValueChange={(value) => setDraft(Math.min(head, Number(value)))}
            >
              <Slider.Control className={styles.control}>
                <Slider.Track className={styles.track}>
                  <Slider.Indicator className={styles.indicator} />
                  <Slider.Thumb className={styles.thumb} aria-label="Entry" />
                </Slider.Track>
              </Slider.Control>
            </Slider.Root>
            <div className={styles.steps}>
              <button
                type="button"
                data-button=""
                aria-label="One entry back"
                onClick={() => step(draft - 1)}
                disabled={draft <= 1}
              >
                −
              </button>
              <input
                data-field=""
                className={styles.number}
                inputMode="numeric"
                aria-label="Entry number"
                value={String(draft)}
                onChange={(event) => {
                  const typed = Number(event.target.value.replace(/\D/g, ""))
                  if (typed > 0) step(typed)
                }}
              />
              <button
                type="button"
                data-button=""
                aria-label="One entry on"
                onClick={() => step(draft + 1)}
                disabled={draft >= head}
              >
                +
              </button>
              <span className={styles.gap} />
              <button type="button" data-button="" onClick={() => step(head)} disabled={draft === head}>
                Newest, {number(head)}
              </button>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
