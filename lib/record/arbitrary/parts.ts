import type { Block, BlockOf, ResultContent } from "../block.ts"
import type { Maker } from "../entry.ts"
import type { Native, Proof } from "../proof.ts"
import type { AgentPart, NativeForm, Part, ProofForm } from "./intent.ts"
import { documents, pictures } from "./media.ts"
import { at } from "./pick.ts"

/** The blocks that parts of an intent stand for. */

const native = (
  form: NativeForm | undefined,
  fits: { readonly [key: string]: unknown },
): { readonly native?: Native } => {
  switch (form) {
    case undefined:
      return {}
    case "fits":
      return { native: { api: "messages", json: JSON.stringify(fits).replace('",', '" , ') } }
    case "elsewhere":
      return { native: { api: "responses", json: JSON.stringify(fits) } }
    case "unlike":
      return {
        native: { api: "messages", json: JSON.stringify({ ...fits, type: "search_result_location" }) },
      }
    case "unclean":
      return { native: { api: "messages", json: JSON.stringify({ ...fits, note: "\ud83d" }) } }
    case "broken":
      return { native: { api: "messages", json: JSON.stringify(fits).slice(0, -1) } }
  }
}

/** Its id is the same where the text is as long: an item may be stored twice. */
const encrypted = (text: string): Proof => ({
  kind: "openai-encrypted",
  value: "gAAAA-encrypted",
  id: `rs_${text.length}`,
})
const geminis: Proof = { kind: "gemini-signature", value: "CiQ=" }

/** A reply's own seal is of its maker's kind. */
const ownProof = (maker: Maker | undefined, text: string): Proof => {
  if (maker?.api === "responses") return encrypted(text)
  if (maker?.api === "gemini") return geminis
  return { kind: "anthropic-signature", value: `sig+/${text.length}==` }
}

const proofOf = (form: ProofForm, text: string, maker: Maker | undefined): { readonly proof?: Proof } => {
  switch (form) {
    case "none":
      return {}
    case "signature":
      return { proof: ownProof(maker, text) }
    case "redacted":
      return { proof: { kind: "anthropic-redacted", value: "redacted+/data==" } }
    case "openai":
      return { proof: encrypted(text) }
    case "gemini":
      return { proof: geminis }
  }
}

const text = (part: Extract<Part, { readonly part: "text" }>): BlockOf<"text"> => ({
  kind: "text",
  text: part.text,
  ...native(part.native, { type: "text", text: part.text, citations: [{ type: "char_location", n: 1 }] }),
})

const picture = (part: Extract<Part, { readonly part: "image" }>): BlockOf<"image"> => {
  const { object } = at(pictures, part.picture)
  return {
    kind: "image",
    object: object.sha256,
    mediaType: object.mediaType,
    ...native(part.native, { type: "image", source: { type: "url", url: "https://pictures.example/1.png" } }),
  }
}

const file = (part: Extract<Part, { readonly part: "file" }>): BlockOf<"file"> => {
  const { object } = at(documents, part.document)
  return { kind: "file", object: object.sha256, mediaType: object.mediaType, name: "a file.pdf" }
}

/** What stands in a result: text, pictures and files; an opaque part has no place there and yields nothing. */
export const contentOf = (parts: readonly Part[]): readonly ResultContent[] =>
  parts.flatMap((part) => {
    const made = said(part)
    return made.kind === "opaque" ? [] : [made]
  })

/** What any speaker can say. */
export const said = (part: Part): ResultContent | BlockOf<"opaque"> => {
  switch (part.part) {
    case "text":
      return text(part)
    case "image":
      return picture(part)
    case "image-url":
      return { kind: "image", url: "https://pictures.example/2.png", mediaType: "image/png" }
    case "file":
      return file(part)
    case "opaque":
      return { kind: "opaque", source: part.source, json: part.json }
  }
}

/** A call as the seals of its maker allow; one maker keeps what another sealed. */
const call = (
  part: Extract<AgentPart, { readonly part: "call" }>,
  maker: Maker | undefined,
): BlockOf<"tool-call"> => ({
  kind: "tool-call",
  callId: part.id,
  name: part.name,
  arguments: part.json,
  ...(part.custom === undefined ? {} : { form: "custom" as const }), // a literal, not a string
  ...(maker?.api === "gemini" || maker?.model === "claude-y" ? { proof: geminis } : {}),
  ...(maker?.api === "responses" ? { itemId: "fc_1" } : {}),
  ...(part.server === undefined ? {} : { providerExecuted: part.server }),
  ...native(part.native, {
    type: part.server === undefined ? "tool_use" : "server_tool_use",
    id: part.id,
    name: part.name,
    input: { query: "x" },
  }),
})

/** A server's own result for a call of the same reply. */
const serverResult = (
  part: Extract<AgentPart, { readonly part: "server-result" }>,
  of: { readonly callId: string; readonly name: string },
): BlockOf<"tool-result"> => ({
  kind: "tool-result",
  callId: of.callId,
  name: of.name,
  isError: false,
  content: [{ kind: "text", text: "found" }],
  providerExecuted: true,
  ...native(part.native, {
    type: "web_search_tool_result",
    tool_use_id: of.callId,
    content: [
      { type: "web_search_result", url: "https://found.example", title: "t", encrypted_content: "Eo==" },
    ],
  }),
})

/** A reply's blocks, in order; a server result answers one of the server calls before it, else a call that nobody made. */
export const replyOf = (parts: readonly AgentPart[], maker: Maker | undefined): readonly Block[] => {
  const blocks: Block[] = []
  for (const part of parts) {
    if (part.part === "reasoning")
      blocks.push({ kind: "reasoning", text: part.text, ...proofOf(part.proof, part.text, maker) })
    else if (part.part === "call") blocks.push(call(part, maker))
    else if (part.part === "server-result") {
      const calls = blocks.flatMap((block) =>
        block.kind === "tool-call" && block.providerExecuted === true ? [block] : [],
      )
      blocks.push(
        serverResult(
          part,
          calls.length === 0 ? { callId: "srvtoolu_gone", name: "web_search" } : at(calls, part.pick),
        ),
      )
    } else blocks.push(said(part))
  }
  return blocks
}
