import { z } from "zod"
import { fine, type Outcome } from "#lib/record/problem.ts"
import { ask } from "../remote.ts"

const listed = z.object({ conversations: z.array(z.object({ id: z.string() })), next: z.string().nullable() })

/** Ids of every record at a server, newest first; ends with the problem where it stops to answer. */
export async function* listedIds(url: string): AsyncGenerator<Outcome<string>> {
  let cursor: string | null = ""
  while (cursor !== null) {
    const query: string = cursor === "" ? "?limit=200" : `?limit=200&cursor=${encodeURIComponent(cursor)}`
    const answer = await ask(url, `/v1/conversations${query}`)
    if (!answer.ok) return yield answer
    const page = listed.parse(await answer.value.json())
    for (const { id } of page.conversations) yield fine(id)
    cursor = page.next
  }
}
