import fc from "fast-check"
import { expect, it } from "vitest"
import { child, type Node, raw, readTree } from "./tree.ts"

it("finds every value of any JSON at its place", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, space) => {
      const text = ` ${JSON.stringify(value, null, space)}\n`
      const tree = readTree(text)
      expect(raw(tree, tree.root)).toBe(text.trim())
      const look = (node: Node, of: unknown): void => {
        expect(JSON.parse(raw(tree, node))).toEqual(of)
        if (node.kind === "string") expect(node.string).toBe(of)
        if (node.kind === "array")
          for (const [index, item] of node.children.entries()) look(item, (of as unknown[])[index]) // an array, as the node says
        if (node.kind === "object")
          for (const item of node.children) look(item, (of as Record<string, unknown>)[item.key ?? ""]) // an object, as the node says
      }
      look(tree.root, JSON.parse(text))
    }),
  )
})

it("keeps what parsing loses: whitespace, order, big numbers, repeated keys", () => {
  const tree = readTree('{"a": { "2":1,  "1":12345678901234567890 ,"2":3}}')
  const inner = tree.at("/a")
  expect(inner && raw(tree, inner)).toBe('{ "2":1,  "1":12345678901234567890 ,"2":3}')
  expect(inner?.children.map((item) => item.key)).toEqual(["2", "1", "2"])
  expect(raw(tree, child(inner, "2") ?? tree.root)).toBe("3")
})

it("reads arguments that nest deeper than a stack", () => {
  const deep = `${"[".repeat(5000)}1${"]".repeat(5000)}`
  expect(readTree(deep).at("/0".repeat(5000))?.kind).toBe("number")
})

it("refuses what is no JSON", () => {
  expect(() => readTree('{"a":}')).toThrow(SyntaxError)
})
