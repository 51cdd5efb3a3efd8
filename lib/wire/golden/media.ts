import { documents, pictures } from "#lib/record/arbitrary/media.ts"
import { at } from "#lib/record/arbitrary/pick.ts"
import type { BlockOf } from "#lib/record/block.ts"
import {
  agent,
  answer,
  call,
  file,
  image,
  opaque,
  result,
  spoken,
  text,
  tools,
  user,
} from "#lib/record/build.ts"
import type { Case } from "./case.ts"

const picture = (index: number): BlockOf<"image"> => {
  const { object } = at(pictures, index)
  return image(object.sha256, object.mediaType)
}
const document = (index: number): BlockOf<"file"> => {
  const { object } = at(documents, index)
  return file(object.sha256, object.mediaType)
}

const [small, other, , mistyped, wide, huge, bitmap, , broken, gone] = pictures.keys()

/** Pictures, files and blocks of other providers. */
export const media: readonly Case[] = [
  {
    name: "picture-of-the-user",
    says: "A picture crosses where the target sees; else a marker says that it was not seen.",
    drafts: [user([text("look"), picture(small ?? 0)]), agent("nice")],
  },
  {
    name: "picture-in-a-result",
    says: "A result's picture crosses inside it, or behind the run of results, or as a marker.",
    drafts: [user("hi"), agent([call("a")]), result("a", [text("shot"), picture(small ?? 0)]), agent("nice")],
  },
  {
    name: "pictures-in-two-results",
    says: "A(a,b), T(a)[image], U, T(b)[image]: pictures never stand between two results.",
    drafts: [
      user("hi"),
      agent([call("a"), call("b")]),
      result("a", [picture(small ?? 0)]),
      user("also"),
      result("b", [picture(other ?? 1)]),
    ],
  },
  {
    name: "picture-of-the-agent",
    says: "An agent's picture crosses in the user's voice, behind its round.",
    drafts: [user("draw"), agent([text("here"), picture(small ?? 0), call("a")]), result("a", "ok")],
  },
  {
    name: "picture-of-an-orphan",
    says: "A result whose call is gone names itself; its pictures stand behind its words, without a label line.",
    drafts: [user("hi"), tools(answer("gone", [text("shot"), picture(small ?? 0), picture(huge ?? 5)]))],
  },
  {
    name: "picture-of-a-context",
    says: "A context of a picture and words has one label line, before its first part.",
    drafts: [
      user("hi"),
      spoken("user", { kind: "context", label: "screen" }, [picture(small ?? 0), text("as it was")]),
    ],
  },
  {
    name: "pictures-refused",
    says: "Too large, of no type that is taken, broken or missing: a marker with the reason.",
    drafts: [
      user([
        picture(huge ?? 5),
        picture(bitmap ?? 6),
        picture(broken ?? 8),
        picture(gone ?? 9),
        { kind: "image", url: "https://pictures.example/1.png", mediaType: "image/png" },
      ]),
    ],
  },
  {
    name: "picture-mistyped",
    says: "Bytes of another type than the one stored cross with their true type.",
    drafts: [user([picture(mistyped ?? 3)])],
  },
  {
    name: "pictures-many",
    says: "21 pictures, one of them over 2,000 pixels: only the newest 20 cross.",
    drafts: [user([picture(wide ?? 4)]), user(Array.from({ length: 20 }, () => picture(small ?? 0)))],
  },
  {
    name: "picture-unseen-by-choice",
    says: "With vision off no picture crosses anywhere.",
    drafts: [user([picture(small ?? 0), text("look")])],
    policy: { vision: false },
  },
  {
    name: "files",
    says: "A document crosses where the target takes its type; else a marker.",
    drafts: [
      user([document(0), document(1), document(2), document(3)]),
      agent([call("a")]),
      tools(answer("a", [document(0)])),
    ],
  },
  {
    name: "opaque",
    says: "A block of this api crosses verbatim; of another it does not.",
    drafts: [
      user([
        opaque('{"type": "container_upload","file_id":"file_1"}'),
        opaque('{"type":"item"}', "responses"),
        text("look"),
      ]),
    ],
  },
  {
    name: "native-text",
    says: "Text with its provider's own JSON crosses as that JSON on its api, as text elsewhere.",
    drafts: [
      user("hi"),
      agent([
        {
          ...text("cited"),
          native: {
            api: "messages",
            json: '{"type":"text", "text":"cited","citations":[{"type":"char_location","n":12345678901234567890}]}',
          },
        },
      ]),
      user("go on"),
    ],
  },
  {
    name: "native-blank",
    says: "Text that is blank is dropped, whatever its provider's own JSON holds beside it.",
    drafts: [
      user("hi"),
      agent([
        text("said"),
        { ...text(""), native: { api: "messages", json: '{"type":"text","text":"","citations":[]}' } },
        {
          ...text(" "),
          native: {
            api: "responses",
            json: '{"type":"message","role":"assistant","content":[{"type":"output_text","text":" "}]}',
          },
        },
      ]),
      user("go on"),
    ],
  },
  {
    name: "native-refused",
    says: "A provider's JSON that cannot stand as it is gives way to our fields.",
    drafts: [
      user("hi"),
      agent([
        { ...text("cited"), native: { api: "messages", json: '{"type":"text","text":"half \\ud83d"}' } },
        { ...text("two"), native: { api: "messages", json: '{"type":"image"}' } },
      ]),
      user("go on"),
    ],
  },
]
