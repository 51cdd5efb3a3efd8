import type { TargetId } from "#lib/dialect/targets.ts"
import { anthropic as a, chat as c } from "../bodies.ts"
import { type Examples, example } from "./example.ts"

const { body, user: U, assistant: A, tool: T, call } = c
const pair = (target: TargetId) => (fires: string, misses: string) => example(target, fires, misses)
const openai = pair("openai")
const local = pair("openai-compatible")
const kimi = pair("kimi")
const deepseek = pair("deepseek")
const mistral = pair("mistral")
const text = (value: string) => ({ type: "text", text: value })
const refusal = { type: "refusal", refusal: "no" }
const go = [U("go")]
const said = body([...go, A("yes"), U("on")])
const round = (id: string, name = "bash") => [A(null, call(id, "{}", name)), T(id)]
const reasoned = (message: object, words = "hm") => ({ ...message, reasoning_content: words })
const tool = (name: string) => ({ type: "function", function: { name, parameters: { type: "object" } } })
const nine = "abcdefgh1"

export const chat: Examples = {
  "openai-chat/messages-min": openai(body([]), body(go)),
  "openai-chat/content-array-min": openai(body([U([])]), body([U([text("go")])])),
  "openai-chat/roles": example(
    "deepseek",
    body([{ role: "developer", content: "s" }, ...go]),
    body([c.system("s"), ...go]),
  ),
  "openai-chat/assistant-content-null": openai(
    body([...go, A(null), U("on")]),
    body([...go, ...round("a"), U("on")]),
  ),
  "openai-chat/assistant-parts": openai(
    body([...go, A([c.picture]), U("on")]),
    body([...go, A([refusal]), U("on")]),
  ),
  "openai-chat/tool-parts-text-only": openai(
    body([...go, A(null, call("a")), T("a", [c.picture])]),
    body([...go, A(null, call("a")), T("a", [text("ok")])]),
  ),
  "openai-chat/tool-after-calls": openai(
    body([...go, A(null, call("a")), A("so"), U("on")]),
    body([...go, A(null, call("a"), call("b")), T("b"), T("a"), U("on")]),
  ),
  "deepseek/tool-count": deepseek(
    body([...go, reasoned(A("", call("a"), call("b"))), T("a"), U("on")]),
    body([...go, reasoned(A("", call("a"), call("b"))), T("a"), T("b"), U("on")]),
  ),
  "openai-chat/tool-has-call": openai(body([...go, A("so"), T("a")]), body([...go, ...round("a")])),
  "openai-chat/images-between-tools": openai(
    body([...go, A(null, call("a"), call("b")), T("a"), U([c.picture]), T("b")]),
    body([...go, A(null, call("a"), call("b")), T("a"), T("b"), U([c.picture])]),
  ),
  "openai-chat/tool-id-unique": openai(
    body([...go, A(null, call("a"), call("a")), T("a")]),
    body([...go, A(null, call("a"), call("b")), T("a"), T("b")]),
  ),
  "openai-chat/tool-id-40": openai(
    body([...go, ...round("i".repeat(41))]),
    body([...go, ...round("i".repeat(40))]),
  ),
  "openai-chat/arguments-string": openai(
    body([...go, A(null, call("a", { x: 1 })), T("a")]),
    body([...go, A(null, call("a", '{"x":1}')), T("a")]),
  ),
  "openai-chat/function-name": openai(
    body([...go, ...round("a", "x y")]),
    body([...go, ...round("a", "x-y")]),
  ),
  "openai-chat/message-name": openai(
    body([{ ...U("go"), name: "a b" }]),
    body([{ ...U("go"), name: "a_b" }]),
  ),
  "openai-chat/image-detail": openai(
    body([U([{ type: "image_url", image_url: { url: "https://x", detail: "full" } }])]),
    body([U([{ type: "image_url", image_url: { url: "https://x", detail: "high" } }])]),
  ),
  "openai-chat/tools-max": openai(
    body(go, { tools: Array.from({ length: 129 }, (_, n) => tool(`t${n}`)) }),
    body(go, { tools: Array.from({ length: 128 }, (_, n) => tool(`t${n}`)) }),
  ),
  "openai-chat/parallel": openai(
    body(go, { tools: undefined, parallel_tool_calls: true }),
    body(go, { parallel_tool_calls: true }),
  ),
  "openai-chat/reasoning-fields": openai(body([...go, reasoned(A("yes")), U("on")]), said),
  "openai-chat/string-not-array": local(body([U([text("go")])]), body(go)),
  "qwen-template/system-first": local(
    body([...go, A("yes"), c.system("s"), U("on")]),
    body([c.system("s"), ...go]),
  ),
  "qwen-template/user-query": local(body([c.system("s"), ...round("a")]), body(go)),
  "template/alternate": local(body([...go, U("on")]), body([...go, ...round("a"), U("on")])),
  "llamacpp/assistant-tail": local(body([...go, A("a"), A("b")]), body([...go, A("a")])),
  "vllm/args-json": local(
    body([...go, A(null, call("a", '"{}"')), T("a")]),
    body([...go, A(null, call("a", '{"x":"{}"}')), T("a")]),
  ),
  "kimi/reasoning-on-tool-calls": kimi(
    body([...go, ...round("bash:0")]),
    body([...go, reasoned(A("", call("bash:0"))), T("bash:0")]),
  ),
  "kimi/reasoning-empty": kimi(
    body([...go, reasoned(A("", call("bash:0")), ""), T("bash:0")]),
    body([...go, reasoned(A("", call("bash:0")), "hm"), T("bash:0")]),
  ),
  "kimi/reasoning-on-all": kimi(said, body([...go, reasoned(A("yes")), U("on")])),
  "kimi/text-empty": kimi(body([U([text(""), text("go")])]), body([U([text("go")])])),
  "kimi/id-style": kimi(body([...go, ...round("call_1")]), body([...go, ...round("functions.bash:12")])),
  "deepseek/reasoning-tool-turns": deepseek(
    body([...go, ...round("a"), reasoned(A("so")), U("on")]),
    body([...go, reasoned(A("", call("a"))), T("a"), reasoned(A("so")), U("on"), A("plain"), U("and")]),
  ),
  "deepseek/reasoning-field-present": deepseek(
    body([...go, ...round("a")]),
    body([...go, reasoned(A("", call("a")), ""), T("a")]),
  ),
  "deepseek/reasoning-all": deepseek(
    body([...go, reasoned(A("", call("a"))), T("a"), A("so"), U("on")]),
    body([...go, A("plain"), U("on")]),
  ),
  "deepseek/silent-params": deepseek(
    body(go, { temperature: 0 }),
    body(go, { temperature: 0, thinking: { type: "disabled" } }),
  ),
  "mistral/tool-id-9": mistral(body([...go, ...round("call_1")]), body([...go, ...round(nine)])),
  "mistral/tool-then-user": mistral(
    body([...go, ...round(nine), U("on")]),
    body([...go, ...round(nine), A("so"), U("on")]),
  ),
  "mistral/order": mistral(
    body([...go, A(null, call(nine)), T(nine), c.system("s"), U("on")]),
    body([...go, c.system("s"), U("on")]),
  ),
  "mistral/last-role": mistral(body([...go, A("so")]), body([...go, { ...A("so"), prefix: true }])),
  "mistral/call-count": mistral(
    body([...go, A(null, call(nine)), A("so"), U("on")]),
    body([...go, ...round(nine)]),
  ),
  "mistral/ids-v13": mistral(
    body([...go, A(null, call(nine), call(nine)), T(nine), T(nine)]),
    body([...go, A(null, call(nine), call("abcdefgh2")), T(nine), T("abcdefgh2")]),
  ),
  "mistral/content-or-calls": mistral(body([...go, A(""), U("on")]), said),
  "mistral/tool-name": mistral(body([...go, ...round(nine, "x.y")]), body([...go, ...round(nine, "x_y")])),
  "mistral/parts": mistral(
    body([...go, A(null, call(nine)), T(nine, [c.picture])]),
    body([...go, A([{ type: "thinking", thinking: [] }, text("so")]), U("on")]),
  ),
  "mistral/reasoning-effort": mistral(body(go, { reasoning_effort: "high" }), body(go)),
  "glm/needs-user": pair("glm")(a.body([a.assistant("hi")]), a.body([a.user("go")])),
  "glm/text-empty": pair("glm")(a.body([a.user("go", a.text(""))]), a.body([a.user("go")])),
  "glm-anthropic/no-system-role": pair("glm")(
    a.body([a.user("go"), { role: "developer", content: "s" }]),
    a.body([a.user("go")], { system: "s" }),
  ),
}
