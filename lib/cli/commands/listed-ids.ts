import { z } from "zod"
import { fine, type Outcome } from "#lib/record/problem.ts"
import { ask } from "../remote.ts"

const conversation = z.object({ id: z.string(), quotes: z.int().nullable() })
const listed = z.object({ conversations: z.array(conversation), next: z.string().nullable() })

type Listed = z.infer<typeof conversation>

/** Ids of the wanted records at a server, newest first; ends with the problem where it stops to answer. */
export async function* listedIds(
  url: string,
  wanted: (listed: Listed) => boolean = () => true,
): AsyncGenerator<Outcome<string>> {
  let cursor: string | null = ""
  while (cursor !== null) {
    const query: string = cursor === "" ? "?limit=200" : `?limit=200&cursor=${encodeURIComponent(cursor)}`
    const answer = await ask(url, `/v1/conversations${query}`)
    if (!answer.ok) return yield answer
    const page = listed.parse(await answer.value.json())
    for (const each of page.conversations) if (wanted(each)) yield fine(each.id)
    cursor = page.next
  }
}
