import { alwaysAcceptable } from "./always-acceptable.ts"
import { authorityNeverReplays } from "./authority-never-replays.ts"
import { callsAnswered } from "./calls-answered.ts"
import { doingNeverSaying } from "./doing-never-saying.ts"
import { incrementalEqualsCold } from "./incremental-equals-cold.ts"
import type { Law } from "./law.ts"
import { madeWhenDue } from "./made-when-due.ts"
import { noBlockLost } from "./no-block-lost.ts"
import { noByteUnexplained } from "./no-byte-unexplained.ts"
import { noLookAhead } from "./no-look-ahead.ts"
import { oldTurnsStandStill } from "./old-turns-stand-still.ts"
import { sameInSameOut } from "./same-in-same-out.ts"

/** The laws, in the order of the design; the last is drawn from its rules for what may be made. */
export const laws: readonly Law[] = [
  noBlockLost,
  noByteUnexplained,
  oldTurnsStandStill,
  noLookAhead,
  sameInSameOut,
  alwaysAcceptable,
  callsAnswered,
  doingNeverSaying,
  authorityNeverReplays,
  incrementalEqualsCold,
  madeWhenDue,
]
