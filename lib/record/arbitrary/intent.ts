import type { Header, Message, Principal, Speaker, Tool } from "../entry.ts"

/**
 * One step of a random record: small plain data. `grow.ts` makes entries of a list of them by a total function, so
 * that a shorter list or a plainer value is always a valid record too. Numbers named `pick` choose among what there
 * is at that point, newest first, modulo how many there are; with nothing to choose from the intent yields nothing.
 */
export type Intent =
  | {
      readonly act: "say"
      readonly voice: Voice
      readonly parts: readonly Part[]
      readonly surface?: true
      readonly derived?: true
    }
  | {
      readonly act: "agent"
      readonly response: "new" | "same" | "none" | "older"
      readonly maker: number
      readonly parts: readonly AgentPart[]
      readonly stop?: NonNullable<Message["stop"]>
      readonly surface?: true
    }
  | {
      readonly act: "answer"
      readonly answers: readonly Answer[]
      readonly said?: string
      readonly surface?: true
    }
  | { readonly act: "gallery"; readonly count: number }
  | {
      readonly act: "compaction"
      readonly from: number
      readonly to: number
      readonly covers: boolean
      readonly summary: string
    }
  | { readonly act: "rewind"; readonly pick: number; readonly keep: boolean }
  | { readonly act: "undo"; readonly pick: number }
  | { readonly act: "replacement"; readonly pick: number; readonly text: string; readonly odd: number }
  | ({ readonly act: "header" } & HeaderIntent)
  | { readonly act: "aside"; readonly kind: Aside }

export type Aside = "turn" | "step" | "attempt" | "permission" | "sent" | "unread"

/** Who says it, where it is no agent's reply. */
export type Voice = { readonly role: Message["role"]; readonly speaker: Speaker }

export type Part =
  | { readonly part: "text"; readonly text: string; readonly native?: NativeForm }
  | { readonly part: "image"; readonly picture: number; readonly native?: NativeForm }
  | { readonly part: "image-url" }
  | { readonly part: "file"; readonly document: number }
  | { readonly part: "opaque"; readonly source: string; readonly json: string }

/** The provider's own JSON of a block: that fits, of another api, of another type, with a lone surrogate, or no JSON. */
export type NativeForm = "fits" | "elsewhere" | "unlike" | "unclean" | "broken"

export type AgentPart =
  | Part
  | { readonly part: "reasoning"; readonly text: string; readonly proof: ProofForm }
  | {
      readonly part: "call"
      readonly id: string
      readonly name: string
      readonly json: string
      readonly custom?: true
      readonly server?: true
      readonly native?: NativeForm
    }
  | { readonly part: "server-result"; readonly pick: number; readonly native?: NativeForm }

export type ProofForm = "none" | "signature" | "redacted" | "openai" | "gemini"

export type Answer = {
  /** Among the calls that have no result yet, newest first; all calls where there are none. */
  readonly pick: number
  /** Given: an id of nobody's, whatever `pick` says. */
  readonly id?: string
  /** Among the calls that have a result: a second one. */
  readonly again?: true
  readonly isError: boolean
  readonly content: readonly Part[]
  readonly server?: true
}

export type HeaderIntent = {
  /** Index into the targets of `parties.ts`, modulo. */
  readonly target: number
  readonly system?: string
  readonly tools?: readonly Tool[]
  readonly params: Header["params"]
  readonly principal?: Pick<Principal, "mode" | "drift">
}
