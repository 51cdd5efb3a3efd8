import type { Block } from "#lib/record/block.ts"
import { unreachable } from "#lib/unreachable.ts"
import { press } from "../digest.ts"
import type { Body } from "../ledger.ts"

/** The strings that make a block what it is. */
const pressBlock = (print: number, block: Block): number => {
  const begun = press(print, block.kind)
  switch (block.kind) {
    case "text":
      return press(begun, block.text)
    case "reasoning":
      return press(press(begun, block.text), block.proof?.value ?? "")
    case "tool-call":
      return press(press(press(begun, block.callId), block.name), block.arguments)
    case "tool-result":
      return block.content.reduce<number>(
        pressBlock,
        press(begun, block.isError ? `${block.callId}!` : block.callId),
      )
    case "image":
    case "file":
      return press(begun, block.object ?? block.url ?? "")
    case "opaque":
      return press(begun, block.json)
    default:
      return unreachable(block)
  }
}

/** A fingerprint of what a line says; copies that the tool appended again differ only in their links and times. */
export const samenessOf = (bodies: readonly Body[]): number => {
  let print = 0
  for (const body of bodies) {
    print = press(print, body.kind)
    if (body.kind === "message") {
      print = press(press(print, body.role), body.speaker.kind)
      for (const block of body.blocks) print = pressBlock(print, block)
    } else print = press(print, body.kind === "compaction" ? body.summary : JSON.stringify(body))
  }
  return print
}
