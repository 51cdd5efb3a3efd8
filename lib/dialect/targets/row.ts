/** Who speaks on the wire, as far as merging neighbours goes. */
export type Voice = "user" | "assistant" | "tool" | "developer"

export type ParamName =
  | "maxTokens"
  | "temperature"
  | "topP"
  | "stop"
  | "toolChoice"
  | "thinking"
  | "effort"
  | "parallel"

export type DialectId = "chat" | "responses" | "messages" | "gemini" | "ollama" | "converse" | "prior-turns"

export type ProofKind = "anthropic-signature" | "anthropic-redacted" | "openai-encrypted" | "gemini-signature"

/**
 * What becomes of reasoning. `signed`: it crosses with a proof of one of these kinds from the wire's own maker, bound to
 * its prefix or not; `ids`: whether its item id rides along. `field`: it crosses in a field of that name, whoever made
 * it; `filler` stands there where none was stored, on messages with calls or on all of the assistant's.
 */
export type ReasoningRow =
  | { readonly form: "dropped" }
  | {
      readonly form: "signed"
      readonly proofs: readonly ProofKind[]
      readonly bound: "prefix" | "maker"
      readonly ids?: boolean | undefined
      readonly standIn?: boolean | undefined
    }
  | {
      readonly form: "field"
      readonly name: string
      readonly filler?: { readonly on: "calls" | "all"; readonly text: string } | undefined
    }

/**
 * What a target can do, as plain data. A dialect asks `target.reasoning`, never for a model's name. A pattern is the text
 * of a regular expression with the flag `u`. Sources: `wire-rules.md`, by the ids named beside a column.
 */
export type Row = {
  readonly id: string
  readonly label: string
  readonly dialect: DialectId
  /** The maker a signed block must have, and the api its wire has. */
  readonly provider: string
  readonly api: string
  /** The model where neither the caller, a header nor a maker names one. */
  readonly model: string
  /** Where a request is posted; `{model}` stands for the model. */
  readonly url: string
  /** How a key is sent: header name and prefix. */
  readonly auth: { readonly header: string; readonly prefix: string }
  /** Who speaks the system area. */
  readonly system: "developer" | "system" | "top"
  /** Voices whose neighbouring messages become one. */
  readonly merges: readonly Voice[]
  /** Whose voice notices and context have. */
  readonly notices: "developer" | "user"
  /** Whether its model sees pictures. */
  readonly sees: boolean
  /** Picture limits: types; pixels of the longest side; base64 characters; how many before `side` holds for all. */
  readonly pictures: {
    readonly types: readonly string[]
    readonly side: number
    readonly base64: number
    readonly many: { readonly above: number; readonly side: number }
  }
  readonly resultPictures: "inside" | "behind" | "marker"
  /** Media types of files that cross natively. */
  readonly files: readonly string[]
  /**
   * Ids of calls: a pattern on the whole id, the most characters, and how a derived one is made from hex digits
   * (`openai-chat/tool-id-40`, `anthropic/tool-id-charset`, `mistral/tool-id-9`).
   */
  readonly ids: { readonly pattern: string; readonly most: number; readonly derived: "call" | "nine" }
  /**
   * Names of tools: a pattern on the whole name, and the most characters (`openai-chat/function-name`,
   * `anthropic/tool-name`); `declared`: the pattern of those that are declared, where it is narrower.
   */
  readonly names: { readonly pattern: string; readonly most: number; readonly declared?: string | undefined }
  /** The most characters of one text (`responses/output-10mib`). */
  readonly longest: number | undefined
  readonly reasoning: ReasoningRow
  /** Whether the first message must be a user's. */
  readonly firstUser: boolean
  /** Whether a reply must stand between a tool's result and a user (`mistral/tool-then-user`). */
  readonly bridge: boolean
  /** Whether a result that is an error must have content (`anthropic/error-result-content`). */
  readonly emptyErrors: "allowed" | "refused"
  /** Whether free-text calls have a form of their own. */
  readonly customCalls: boolean
  /** Whether every tool that history uses must be declared (`bedrock/tool-config`). */
  readonly declares: boolean
  /** Whether the request asks that nothing be kept on the server (`responses/store-false-refs`). */
  readonly keepsNothing: boolean
  /** Whether a stream of chunks tells its usage only where it is asked to, by `stream_options`. */
  readonly asksUsage: boolean
  /** Whether its provider keeps only what is marked of a request, so that live ones are marked (`anthropic/cache-lookback`). */
  readonly keepsMarked: boolean
  /** The wire's field for each parameter the row knows. */
  readonly params: { readonly [Name in ParamName]?: string | undefined }
  /** The highest temperature it takes. */
  readonly hottest: number
  /** Tokens that the model's window holds, as its provider's page says; undefined: not known, or the server's own choice. */
  readonly window: number | undefined
  /** Tokens asked for where the target demands a number and the record has none. */
  readonly maxTokens: number | undefined
}
