"use client"
import { useRouter } from "next/navigation"
import { useMemo } from "react"
import { type Commands, useCommands } from "#app/ui/palette.tsx"
import { parsePlanWish, planHref, plansHref } from "#lib/view/plan-address.ts"
import { planOrder } from "#lib/view/plan-words.ts"

const blank = new URLSearchParams()

/** What the palette offers on every page of a record: its acts, planned for a target; absent: the record's own. */
export const usePlanCommands = (record: string, target?: string): void => {
  const router = useRouter()
  const commands = useMemo(
    (): Commands => [
      {
        group: "Plan",
        commands: [
          ...planOrder.map((kind) => ({
            label: `Plan: ${kind}`,
            run: () => router.push(planHref(record, parsePlanWish(kind, blank), target)),
          })),
          { label: "Acts, and those in force", run: () => router.push(plansHref(record, target)) },
        ],
      },
    ],
    [record, target, router],
  )
  useCommands(commands)
}
