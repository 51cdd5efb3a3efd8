"use client"
import { useRouter } from "next/navigation"
import { useMemo } from "react"
import { type Bindings, useKeys } from "#app/ui/keys.ts"
import { type Commands, useCommands } from "#app/ui/palette.tsx"

type Props = {
  readonly targets: readonly { readonly id: string; readonly label: string }[]
  readonly chosen: string
}

/** Keys and the palette choose a target; the choice stands in the address. Shows nothing. */
export const SettingKeys = ({ targets, chosen }: Props) => {
  const router = useRouter()
  const choose = (id: string | undefined): void => {
    if (id !== undefined) router.replace(`/settings?target=${encodeURIComponent(id)}`, { scroll: false })
  }
  const at = targets.findIndex(({ id }) => id === chosen)
  const digits = Object.fromEntries(
    targets.slice(0, 9).map(({ id }, index) => [String(index + 1), () => choose(id)]),
  )
  const bindings: Bindings = {
    ...digits,
    j: () => choose(targets[at + 1]?.id),
    k: () => choose(targets[at - 1]?.id),
  }
  useKeys(bindings)
  const commands = useMemo(
    (): Commands => [
      {
        group: "Settings of",
        commands: targets.map(({ id, label }, index) => ({
          label: `${id}: ${label}`,
          ...(index < 9 ? { keys: String(index + 1) } : {}),
          run: () => router.replace(`/settings?target=${encodeURIComponent(id)}`, { scroll: false }),
        })),
      },
    ],
    [targets, router],
  )
  useCommands(commands)
  return null
}
