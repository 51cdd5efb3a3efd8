import { anthropic, chat as c, gemini, ollama, responses } from "../bodies.ts"
import { type Examples, example } from "./example.ts"

const { body, user: U, assistant: A, use, result: tr } = anthropic
const said = body([U("go"), A("yes"), U("on")])
const round = (id: string, name = "bash") => [c.assistant(null, c.call(id, "{}", name)), c.tool(id)]
const named = (name: string) => ({ type: "function", function: { name, parameters: { type: "object" } } })
const huge = "x".repeat(10_485_761)

export const common: Examples = {
  "common/body-of-target": example("anthropic", gemini.body([gemini.user("go")]), said),
  "common/json-well-formed-unicode": example("anthropic", body([U("half \udc00")]), body([U("whole 😀")])),
  "common/empty-id": example(
    "openai",
    c.body([c.user("go"), ...round("")]),
    c.body([c.user("go"), ...round("a")]),
  ),
  "common/id-scope-thread": example(
    "openai",
    c.body([c.user("go"), ...round("a"), ...round("a")]),
    c.body([c.user("go"), ...round("a"), ...round("b")]),
  ),
  "common/args-object": example(
    "openai-responses",
    responses.body([responses.user("go"), responses.call("a", "not json"), responses.output("a")]),
    responses.body([responses.user("go"), responses.call("a", " {} "), responses.output("a")]),
  ),
  "common/result-answers-one-call": example(
    "ollama",
    ollama.body([c.user("go"), c.assistant("", ollama.call("a")), c.user("on")]),
    ollama.body([c.user("go"), c.assistant("", ollama.call("a")), ollama.tool("a"), c.user("on")]),
  ),
  "common/text-only-model-no-image": example(
    "kimi",
    c.body([c.user([c.picture])]),
    c.body([c.user("a picture")]),
  ),
  "common/last-turn-not-assistant": example(
    "openai",
    c.body([c.user("go"), c.assistant("yes")]),
    c.body([c.user("go"), c.assistant("yes"), c.user("on")]),
  ),
  "common/huge-string": example("anthropic", body([U(huge)]), body([U(huge.slice(1))])),
  "common/schema-top-object": example(
    "anthropic",
    body([U("go")], { tools: [{ name: "bash", input_schema: { anyOf: [] } }] }),
    body([U("go")], { tools: [{ type: "bash_20250124", name: "bash" }] }),
  ),
  "common/double-namespace": example(
    "openai",
    c.body([c.user("go"), ...round("a", "bash_srv_srv")], { tools: [named("bash_srv")] }),
    c.body([c.user("go"), ...round("a", "bash_srvsrv")], { tools: [named("bash_srv")] }),
  ),
  "model-required": example("openai", c.body([c.user("go")], { model: undefined }), c.body([c.user("go")])),
  "common/stable-prefix": example(
    "anthropic",
    body([U("go"), A("yes"), U("on")], { system: "at 10:01" }),
    said,
    {
      previous: body([U("go")]),
    },
  ),
  "anthropic/cache-lookback": example(
    "anthropic",
    body(
      [U(markedText("a"), ...Array.from({ length: 30 }, (_, n) => `${n}`)), A("b"), U(markedText("c"))].map(
        unmarkedFirst,
      ),
    ),
    body([U(markedText("a"), "b"), A("b"), U(markedText("c"))]),
    { previous: body([U(markedText("a"))]) },
  ),
  "common/no-surrogate-repair-in-signed": example(
    "anthropic",
    body([U("go"), A(anthropic.thought("s", "cut \ufffd"), "yes"), U("on")]),
    body([U("go"), A(anthropic.thought("s", "whole"), "yes"), U("on")]),
    { provenance: { of: () => ({ id: "2.0", block: { kind: "reasoning", text: "cut \ud83d" } }) } },
    { provenance: { of: () => ({ id: "2.0", block: { kind: "reasoning", text: "whole" } }) } },
  ),
  "anthropic/tool-use-only-in-assistant": example(
    "anthropic",
    body([U(use("a"), "go")]),
    body([U("go"), A(use("a")), U(tr("a"))]),
  ),
}

function markedText(text: string) {
  return anthropic.text(text, { cache_control: { type: "ephemeral" } })
}

/** The mark of the first message moved on, as clients do that keep only the newest. */
function unmarkedFirst(
  message: { readonly role: string; readonly content: readonly unknown[] },
  index: number,
) {
  return index === 0
    ? {
        ...message,
        content: ["a", ...message.content.slice(1)].map((each) =>
          typeof each === "string" ? anthropic.text(each) : each,
        ),
      }
    : message
}
