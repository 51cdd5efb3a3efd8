import { Toggle } from "@base-ui/react/toggle"
import { ToggleGroup } from "@base-ui/react/toggle-group"
import Link from "next/link"
import { Progress } from "#app/ui/frame.tsx"
import type { Address } from "#lib/view/address.ts"
import { differences } from "#lib/view/counts.ts"
import { number, outReasons, plural } from "#lib/view/words.ts"
import { AsOf } from "../as-of.tsx"
import choices from "../choices.module.css"
import { type TargetChoice, VisionSwitch } from "../choices.tsx"
import { TargetPicker } from "../target-picker.tsx"
import { go } from "../use-address.ts"
import type { Tallies } from "../use-tallies.ts"
import bar from "../view-bar.module.css"
import styles from "./comparison.module.css"
import type { HrefOf } from "./href.ts"

type Props = {
  readonly address: Address
  readonly asOf: number
  readonly head: number
  readonly targets: readonly TargetChoice[]
  readonly target: string
  readonly tallies: Tallies
  readonly href: HrefOf
}

const Counting = ({
  tallies: { known, errors },
  all,
}: {
  readonly tallies: Tallies
  readonly all: number
}) => {
  const done = known.size + errors.size
  return (
    <span role="status">
      {done >= all ? plural(all, "target") : <Progress done={done} all={all} words="targets counted" />}
    </span>
  )
}

/** What is out of the line is so for everyone, and counts against no target. */
const OutOfLine = ({ target, tallies, href }: Pick<Props, "target" | "tallies" | "href">) => {
  const [tally] = tallies.known.values()
  if (tally === undefined || tally.counts.out === 0) return null
  return (
    <Link
      href={href({ target, filter: `reason:${outReasons.join(",")}` })}
      prefetch={false}
      className={styles.out}
    >
      + {plural(tally.counts.out, "block")} out of the line for all:{" "}
      {tally.out.map(([reason, count]) => `${number(count)} ${reason}`).join(", ")}
    </Link>
  )
}

const views = [
  { value: "target", word: "target" },
  { value: "reason", word: "reason" },
] as const

const BySwitch = ({ by }: { readonly by: Address["by"] | undefined }) => (
  <div className={choices.choice}>
    <span data-quiet="" id="by-label">
      by
    </span>
    <ToggleGroup
      className={choices.group}
      aria-labelledby="by-label"
      value={[by ?? "target"]}
      onValueChange={(value) => {
        if (value.length > 0) go({ by: value.includes("reason") ? "reason" : undefined })
      }}
    >
      {views.map(({ value, word }) => (
        <Toggle key={value} value={value} className={choices.option}>
          {word}
        </Toggle>
      ))}
    </ToggleGroup>
  </div>
)

/** How far the counting is, what no target gets, and what is compared. */
export const ComparisonBar = ({ address, asOf, head, targets, target, tallies, href }: Props) => (
  <div className={bar.bar}>
    <Counting tallies={tallies} all={targets.length} />
    <OutOfLine target={target} tallies={tallies} href={href} />
    <div className={bar.controls}>
      <TargetPicker
        targets={targets}
        target={target}
        differences={
          new Map([...tallies.known].map(([id, { counts }]) => [id, differences(counts)] as const))
        }
        onChange={(id) => go({ target: id }, "replace")}
      />
      <AsOf asOf={asOf} head={head} onChange={(seq) => go({ asOf: seq })} />
      <VisionSwitch vision={address.vision} onChange={(vision) => go({ vision })} />
      <BySwitch by={address.by} />
    </div>
  </div>
)
