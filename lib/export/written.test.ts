import { fromMarkdown } from "mdast-util-from-markdown"
import { describe, expect, it } from "vitest"
import { targetOf } from "#lib/dialect/targets.ts"
import { project } from "#lib/project.ts"
import { pictures, storedObject } from "#lib/record/arbitrary/media.ts"
import {
  agent,
  answer,
  call,
  compaction,
  failure,
  header,
  image,
  reasoning,
  record,
  rewind,
  text,
  tools,
  user,
} from "#lib/record/build.ts"
import type { RecordLog } from "#lib/record/record.ts"
import { sheet } from "#lib/view/sheet.ts"
import { text as escaped } from "./html/markup.ts"
import { htmlPage } from "./html/page.ts"
import { policy, style } from "./html/style.ts"
import { markdownText } from "./markdown/markdown.ts"
import { fenced, plain } from "./markdown/text.ts"

const nothing = { secrets: 0, places: 0 }
const bytes = (sha256: string) => storedObject(sha256)?.bytes

const markdown = (of: RecordLog, omitted = nothing): string =>
  [...markdownText(of, (sha256) => bytes(sha256)?.length, omitted)].join("")

const html = (of: RecordLog, omitted = nothing): string => {
  const target = targetOf("anthropic")
  if (target === undefined) throw new Error("no such row")
  return [...htmlPage(sheet(of, project(of, target, { objects: bytes })), bytes, omitted)].join("")
}

const png = pictures[0]?.object.sha256 ?? ""
const svg = pictures[7]?.object.sha256 ?? ""

const talk = record(
  header({ system: "Be brief." }),
  user([text("go"), image(png), image(svg, "image/svg+xml"), image("0".repeat(64))]),
  agent([reasoning("hm", "sig"), text("I look."), call("a", "bash", '{"command":"ls"}'), call("b")]),
  tools(failure("b", "no such file"), answer("a", "out")),
  user("wrong way"),
  rewind(4),
  user("this way"),
)

describe("Markdown", () => {
  const lines = markdown(talk)
  it("pairs each call with its result, in the calls' order", () => {
    const order = [
      "**Call** bash (a)",
      "**Result** of bash (a)",
      "**Call** bash (b)",
      "**Result, an error** of bash (b)",
    ]
    expect(order.map((words) => lines.indexOf(words)).toSorted((a, b) => a - b)).toEqual(
      order.map((words) => lines.indexOf(words)),
    )
    expect(lines.split("**Result")).toHaveLength(3)
  })
  it("folds reasoning, and shows pictures as type and size", () => {
    expect(lines).toContain("<summary>Reasoning, signed (3 characters)</summary>\n\n```text\nhm\n```\n")
    expect(lines).toMatch(/\*\[Picture: image\/png, \d+ B\]\*/)
    expect(lines).toContain("*[Picture: image/png, its bytes are missing]*")
  })
  it("says why something is no longer in the line", () =>
    expect(lines).toContain(
      "> Not in the line (`rewound`): A rewind set the line back to before this message.\n\n```text\nwrong way\n```",
    ))
  it("says what was left out", () => {
    expect(markdown(talk, { secrets: 1, places: 2 })).toContain("**1 secret left out, in 2 places: ")
    expect(lines).not.toContain("left out")
  })
  it("pairs calls that a summary covers too", () => {
    const covered = markdown(
      record(
        user("1"),
        agent([call("a")]),
        tools(answer("a", "out")),
        compaction("short", [1, 3]),
        user("on"),
      ),
    )
    expect(covered.indexOf("**Result** of bash")).toBeLessThan(covered.indexOf("## 4"))
    expect(covered.split("**Result**")).toHaveLength(2)
  })
})

const hostile = [
  "<script>owned = 1</script>",
  "```\n# forged",
  "~~~~\n````````",
  "</details></summary>",
  "a\r# forged\rb",
  "[press](javascript:owned=1) ![](http://127.0.0.1:9/) <http://127.0.0.1:9/> &lt;",
  '"><img src=x onerror=owned=1>',
  "\u0000 \ud800 \u202e",
]

/** All nodes of Markdown that are more than words in a fence. */
const kinds = (source: string): readonly string[] => {
  const found: string[] = []
  const walk = (node: {
    readonly type: string
    readonly children?: readonly unknown[]
    readonly value?: string
  }): void => {
    found.push(node.type === "html" ? `html ${node.value ?? ""}` : node.type)
    for (const child of node.children ?? []) walk(child as typeof node) // a node of the same tree
  }
  walk(fromMarkdown(source))
  return found
}

describe.each(hostile)("a text such as %j", (said) => {
  const of = record(
    header({ system: said, tools: [{ name: said, description: said, inputSchema: said }] }),
    user(said),
    agent([reasoning(said), text(said), call(said, said, said)]),
    tools(answer(said, said, said)),
    { kind: "unread", raw: said, why: said },
  )
  const titled = { ...of, header: { ...of.header, title: said } }

  it("is a text in Markdown", () => {
    const odd = kinds(markdown(titled)).filter(
      (kind) =>
        ![
          "root",
          "heading",
          "text",
          "paragraph",
          "code",
          "strong",
          "emphasis",
          "blockquote",
          "inlineCode",
          "break",
        ].includes(kind),
    )
    for (const kind of odd) expect(kind).toMatch(/^html <\/?details>(?:\n<summary>[^<>]*<\/summary>)?$/)
    expect(
      fromMarkdown(markdown(titled)).children.filter((node) => node.type === "heading" && node.depth === 1),
    ).toHaveLength(1)
  })

  it("is a text in a page", () => {
    const page = html(titled)
    expect(
      page
        .match(/<[a-z]+\d?/g)
        ?.filter(
          (tag) =>
            !/^<(?:html|head|meta|title|style|body|header|h1|h2|p|section|ul|ol|li|main|div|span|code|b|footer|img)$/.test(
              tag,
            ),
        ),
    ).toEqual([])
    expect(page.isWellFormed()).toBe(true)
    expect(page).not.toContain("\u0000")
    expect(page).not.toContain("\u202e")
  })
})

describe("a page", () => {
  const page = html(talk)
  it("shows what is stored beside what crosses, and why it differs", () => {
    expect(page).toContain("rewound × 1")
    expect(page).toContain("image-type")
    expect(page).toContain("Be brief.")
  })
  it("shows pictures by their bytes, those that can hold no script", () => {
    expect(page.match(/<img src="data:image\/png;base64,[A-Za-z0-9+/=]+" alt="[^"]*">/g)).toHaveLength(1)
    expect(page).not.toContain("image/svg+xml;base64")
  })
  it("may do nothing but look as it does", () => {
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/=]+'; img-src data:; base-uri 'none'; form-action 'none'$/,
    )
    expect(page).toContain(`<meta http-equiv="Content-Security-Policy" content="${escaped(policy).html}">`)
    expect(page).toContain(`<style>${style}</style>`)
    expect(style).not.toMatch(/url\(|@import|@font-face/)
  })
  it("says what was left out", () => {
    expect(html(talk, { secrets: 2, places: 3 })).toContain("2 secrets left out, in 3 places")
    expect(page).not.toContain("left out, in")
  })
})

describe("words of Markdown", () => {
  it("stand in a fence that they cannot end", () =>
    expect(fenced("a\n````\nb")).toBe("`````text\na\n````\nb\n`````\n"))
  it("are escaped in a line", () =>
    expect(plain("# [a](b) *c* http://d")).toBe("\\# \\[a\\](b) \\*c\\* http\\://d"))
})
