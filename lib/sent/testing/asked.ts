import { type Target, targetOf } from "#lib/dialect/targets.ts"
import { agent, call, type Draft, header, result, text, user } from "#lib/record/build.ts"
import type { Principal, Tool } from "#lib/record/entry.ts"
import { type Prefix, prefixOf } from "../prefix.ts"
import { panel } from "./panel.ts"

export const tool = (name: string): Tool => ({
  name,
  description: `runs ${name}`,
  inputSchema: '{"type":"object"}',
})
export const tools = [tool("bash"), tool("read_file"), tool("grep")]
export const principal: Principal = {
  agent: "a",
  account: "svc",
  uid: 7,
  expectedAccount: "svc",
  mode: "resident",
  node: "n1",
  drift: false,
}

/** A header of a target's own, so that its wire names the model and takes the params. */
export const headerFor = (target: Target, fields: Parameters<typeof header>[0] = {}): Draft =>
  header({
    target: { provider: target.provider, dialect: target.dialect, model: "model-1" },
    system: "You are careful. It is Monday.",
    tools,
    ...fields,
  })

export type Panel = ReturnType<typeof panel>

export const known = (on: Panel) => on.known(targetOf)

export const prefixAt = (on: Panel, index: number): Prefix => {
  const [before, now] = [on.sent[index - 1], on.sent[index]]
  if (now === undefined) throw new Error("nothing was sent")
  const request = (logged: typeof now) => ({ sent: logged.entry, bytes: logged.bytes })
  return prefixOf(known(on), before && request(before), request(now))
}

/** What of the later request stands at the byte of the cut. */
export const standing = (on: Panel, index: number, length: number): string => {
  const byte = prefixAt(on, index).cut?.byte ?? 0
  return Buffer.from(on.sent[index]?.bytes.subarray(byte, byte + length) ?? []).toString()
}

export const asked = (target: Target): Panel => {
  const on = panel(target)
  on.log(headerFor(target), user("look at the tree"))
  on.send()
  const maker = { provider: target.provider, api: target.api, model: "model-1" }
  on.log(
    agent([text("I will."), call("call_1"), call("call_2", "grep")], { maker }),
    result("call_1", "a b c"),
  )
  on.log(result("call_2", "none", {}), user("and now?"))
  on.send()
  return on
}
