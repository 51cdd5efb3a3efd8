"use client"
import { Menu } from "@base-ui/react/menu"
import type { Card } from "#lib/view/chat-cards.ts"
import { canBeEdited } from "#lib/view/chat-cards.ts"
import { number } from "#lib/view/words.ts"
import { useActs } from "./acts.ts"
import type { CardKeys } from "./card-keys.ts"

type SaidCard = Extract<Card, { readonly is: "said" }>

type Offered = { readonly key: string; readonly label: string; readonly run: () => void }

/** What can be done from a message on: the line goes back to it, or to before it, or a new record goes on from it. */
export const useActsFrom = (card: SaidCard): readonly Offered[] => {
  const { plan, isReadOnly } = useActs()
  if (isReadOnly || card.isDraft) return []
  const { seq, through, pieces } = card
  const replaced = pieces.flatMap(({ instead }) => (instead === undefined ? [] : [instead.by]))
  const anew = canBeEdited(card)
  return [
    { key: "r", label: "Go back to here", run: () => plan({ kind: "rewind", to: through, keep: true }) },
    {
      key: "R",
      label: anew ? "Go back to before this, and write it anew" : "Go back to before this",
      run: () => plan({ kind: "rewind", to: seq, keep: false }, anew ? card : undefined),
    },
    { key: "y", label: "Fork from here", run: () => plan({ kind: "fork", through }) },
    ...(replaced.length === 0
      ? []
      : [
          {
            key: "u",
            label: "Take back what stands for other blocks here",
            run: () => plan({ kind: "undo", of: replaced }),
          },
        ]),
  ]
}

export const keysOf = (offered: readonly Offered[]): CardKeys =>
  Object.fromEntries(offered.map(({ key, run }) => [key, run]))

export const ActsMenu = ({ seq, offered }: { readonly seq: number; readonly offered: readonly Offered[] }) =>
  offered.length === 0 ? null : (
    <Menu.Root modal={false}>
      <Menu.Trigger
        data-button="plain"
        data-small=""
        aria-label={`Go back, or fork, at entry ${number(seq)}`}
      >
        Go back{" "}
        <span aria-hidden="true" data-quiet="">
          ▾
        </span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner data-positioner="" align="end" sideOffset={4}>
          <Menu.Popup data-popup="" aria-label="Acts from here">
            {offered.map(({ key, label, run }) => (
              <Menu.Item key={key} data-item="" onClick={run}>
                {label} <kbd data-key="">{key}</kbd>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
