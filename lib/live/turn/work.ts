import type { Database } from "#db/open.ts"
import type { Ear } from "#db/signals.ts"
import type { Target } from "#lib/dialect/targets.ts"
import type { EntryOf, Header, Principal } from "#lib/record/entry.ts"
import type { Toolbox } from "../tools/toolbox.ts"
import type { AskOptions } from "../transport/ask.ts"
import type { Answer } from "../transport/read.ts"
import type { Input } from "./input.ts"
import type { Panel } from "./panel.ts"
import type { Writer } from "./writer.ts"

/** Sends a body to a provider and reads what comes back, as `askProvider` does. */
export type Exchange = (body: Uint8Array, options: AskOptions) => Promise<Answer>

/** Whom a turn asks, and with what beside history. */
export type Addressee = {
  readonly target: Target
  /** The provider's name and the model, as the record's header has them. */
  readonly named: Header["target"]
  readonly params: Header["params"]
  /** Absent for none. */
  readonly system?: string
  /** Limits and overrides of the projection; absent for none. */
  readonly policies?: NonNullable<EntryOf<"sent">["policies"]>
  /** Tokens of a request from which on a compaction goes before a turn; absent: none does. */
  readonly compactAt?: number
  readonly exchange: Exchange
}

/** All that a turn works with. Contract: the record is claimed for this process until the turn has ended. */
export type Work = {
  readonly db: Database
  readonly ear: Ear
  readonly writer: Writer
  readonly addressee: Addressee
  /** Whom it was chosen as: what is said to somebody else waits for a turn of its own. Absent: takes in all that waits. */
  readonly to?: NonNullable<Input["to"]>
  readonly toolbox: Toolbox
  /** Where a summary is asked for: a conversation of its own. */
  readonly panel: Pick<Panel, "say" | "stop">
  /** Whom the next request acts for; `before`: the facts of the one before it. */
  readonly principal: (before: Principal | undefined) => Principal
  /** Fires when somebody stops the turn, or the process ends. */
  readonly stop: AbortSignal
}
