"use client"
import { useMemo, useRef } from "react"
import { type Commands, useCommands } from "#app/ui/palette.tsx"
import type { TargetChoice } from "../choices.tsx"

type Own = {
  readonly targets: readonly TargetChoice[]
  readonly choose: (target: string) => void
  readonly turn: () => void
  readonly open: () => void
}

/** What the palette offers on the comparison of targets. */
export const useComparisonCommands = (own: Own): void => {
  const latest = useRef(own)
  latest.current = own
  const { targets } = own
  const commands = useMemo(
    (): Commands => [
      {
        group: "Comparison",
        commands: [
          { label: "By target, or by reason", keys: "o", run: () => latest.current.turn() },
          { label: "Open the record for the chosen target", keys: "Enter", run: () => latest.current.open() },
        ],
      },
      {
        group: "Target",
        commands: targets.map(({ id, label }, index) => ({
          label: `${id}: ${label}`,
          keys: index < 9 ? String(index + 1) : `0 ${index + 1}`,
          run: () => latest.current.choose(id),
        })),
      },
    ],
    [targets],
  )
  useCommands(commands)
}
