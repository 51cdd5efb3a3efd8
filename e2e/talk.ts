import { randomUUID } from "node:crypto"
import type { APIRequestContext } from "@playwright/test"
import { agent, call, type Draft, header, reasoning, record, result, text, user } from "#lib/record/build.ts"
import { printLine } from "#lib/record/record.ts"
import { post } from "./act.ts"

/** A talk whose entries are known by number: the header is 1, the last reply 11. */
export const talk: readonly Draft[] = [
  header({ system: "Be brief." }),
  user("Why does the importer lose the last line?"),
  agent([
    reasoning("The reader may wait.", "c2lnbmVk"),
    text("I look at the reader."),
    call("a", "read_file"),
  ]),
  result("a", "export function* lines(text: string) {}"),
  agent("It yields only behind a line feed."),
  user("Mend it."),
  agent([text("I run the tests."), call("b", "bash")]),
  result("b", "12 passed\n".repeat(30)),
  agent("Mended: the last line is a line too."),
  user("And the tests?"),
  agent("They pass, all **twelve**."),
]

/** Puts entries into the store as they stand, as a record of their own; gives its id. */
export const stored = async (
  request: APIRequestContext,
  drafts: readonly Draft[] = talk,
): Promise<string> => {
  const id = randomUUID()
  const { header: first, entries } = record(...drafts)
  const lines = [{ ...first, id, title: `A talk ${id}` }, ...entries].map(printLine)
  const [stands = ""] = await post(request, {
    name: `${id}.crossing.jsonl`,
    bytes: Buffer.from(`${lines.join("\n")}\n`),
  })
  return stands
}

/** An address of the interface, of a record. */
export const at = (id: string, what: string): string => `/v1/conversations/${encodeURIComponent(id)}/${what}`

/** What a record sends to a target, byte for byte. */
export const wireOf = async (request: APIRequestContext, id: string): Promise<string> =>
  (await request.get(at(id, "wire?target=anthropic"))).text()
