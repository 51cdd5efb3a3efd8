"use client"
import { useMemo } from "react"
import { type Commands, useCommands } from "#app/ui/palette.tsx"
import type { ExportFormat } from "#lib/view/export-formats.ts"
import type { Copied } from "./actions.ts"
import { go } from "./use-address.ts"
import type { InspectorActs } from "./use-inspector-acts.ts"
import type { TargetFacts } from "./use-model.ts"

type Own = {
  readonly targets: readonly TargetFacts[]
  readonly head: number
  readonly copy: (what: Copied) => void
  readonly compare: () => void
  /** Goes to the page of exports, which may be asked for one format. */
  readonly exportAs: (format?: ExportFormat) => void
  readonly showKeys: () => void
  readonly showDelete: () => void
  readonly acts: InspectorActs
}

/** What the palette offers on a record's page. */
export const useInspectorCommands = (own: Own): void => {
  const { targets, head, copy, compare, exportAs, showKeys, showDelete, acts } = own
  const commands = useMemo(
    (): Commands => [
      {
        group: "Show",
        commands: [
          { label: "Aligned rows", run: () => go({ order: "rows" }) },
          { label: "Wire order", run: () => go({ order: "wire" }) },
          {
            label: "Only what did not cross as stored",
            run: () => go({ filter: "how:altered,dropped,made" }),
          },
          { label: "Only reasoning", run: () => go({ filter: "kind:reasoning" }) },
          { label: "Only findings", run: () => go({ filter: "finding:error,warning,hint" }) },
          { label: "Everything", run: () => go({ filter: "" }) },
          { label: `As of the newest entry, ${head}`, run: () => go({ asOf: undefined }) },
        ],
      },
      {
        group: "Target",
        commands: [
          { label: "Compare all targets", keys: "T", run: compare },
          ...targets.map(({ id, label }, index) => ({
            label: `${id}: ${label}`,
            keys: index < 9 ? String(index + 1) : `0 ${index + 1}`,
            run: () => go({ target: id }),
          })),
        ],
      },
      {
        group: "Vision",
        commands: [
          { label: "Vision as the target’s row says", run: () => go({ vision: undefined }) },
          { label: "Vision on", run: () => go({ vision: true }) },
          { label: "Vision off", run: () => go({ vision: false }) },
        ],
      },
      {
        group: "Record",
        commands: [
          { label: "Copy the request body", run: () => copy("body") },
          { label: "Copy as cURL, key as $API_KEY", run: () => copy("curl") },
          { label: "Copy a link to this view", run: () => copy("link") },
          { label: "Export…", run: () => exportAs() },
          { label: "Export as a case", run: () => exportAs("case") },
          { label: "Keys and filters", keys: "?", run: showKeys },
          { label: "Go back to the focused entry…", keys: "r", run: acts.back },
          { label: "Go back to before the focused entry…", keys: "R", run: acts.backBefore },
          { label: "Fork from the focused entry…", keys: "y", run: acts.fork },
          { label: "Undo the focused act, or the last…", keys: "u", run: acts.undo },
          { label: "Delete record…", run: showDelete },
        ],
      },
    ],
    [targets, head, copy, compare, exportAs, showKeys, showDelete, acts],
  )
  useCommands(commands)
}
