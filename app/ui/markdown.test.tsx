import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import { Markdown } from "./markdown.tsx"

const html = (text: string): string => renderToStaticMarkup(<Markdown text={text} />)

describe("Markdown of strangers", () => {
  it.each([
    "<script>owned = 1</script>",
    '<img src="x" onerror="owned = 2">',
    "![](https://away.example/collect)",
    '<iframe srcdoc="x"></iframe>',
    "[press](javascript:owned=3) [press](data:text/html,x) [press](vbscript:x) <javascript:owned=4>",
    "[press](/r/other) [press](#here) [press](//away.example/x)",
    "[^1]\n\n[^1]: a note",
    "- [x] done\n- [ ] open",
  ])("makes no element, address or name of: %s", (text) => {
    expect(html(text)).not.toMatch(/<(script|img|iframe|input|object|link|style)\b|href=|\bid=|\bon[a-z]+="/)
  })

  it("keeps their words, so that nothing is lost", () => {
    expect(html("<b>bold</b>")).toContain("&lt;b&gt;bold&lt;/b&gt;")
    expect(html("![a cat](https://away.example/cat.png)")).toContain(
      "picture: a cat · https://away.example/cat.png · never fetched",
    )
  })

  it("names what would hide or reorder", () => {
    expect(html("a\u202eb\u0000 \ud800 end\r\nnext")).toContain("a⟨U+202E⟩b⟨NUL⟩ ⟨U+D800⟩ end\nnext")
    expect(html("\u001b[31mred\u001b[0m")).toContain("<p>red</p>")
  })

  it("a link says where it leads, and gives nothing away", () => {
    const link = html("[my bank](https://bank.example.evil.example/x)")
    expect(link).toContain('rel="noopener noreferrer nofollow"')
    expect(link).toContain("(bank.example.evil.example)")
    expect(html("[x](https://b\u0430nk.example)")).toContain("(xn--")
    expect(html("[write](mailto:a@example.com)")).toContain("(a@example.com)")
  })

  it("code is as it was written, and can be copied", () => {
    const code = html("```js\nif (a < b) {}\n\tc\n```")
    expect(code).toContain("if (a &lt; b) {}\n\tc</code>")
    expect(code).toContain('aria-label="Copy code"')
  })

  it("reads lists, tables and emphasis", () => {
    expect(html("1. one\n\n| a | b |\n|---|---|\n| 1 | **2** |")).toMatch(/<ol>.*<table>.*<strong>2/s)
  })
})
