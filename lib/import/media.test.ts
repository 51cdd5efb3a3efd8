import { readFileSync } from "node:fs"
import fc from "fast-check"
import { expect, test } from "vitest"
import { bytesOf, dataUrl, fileOf, pictureOf } from "./media.ts"

const body = readFileSync(new URL("./samples/openai-chat/body.json", import.meta.url), "utf8")
const [url = ""] = body.match(/data:image\/png;base64,[^"]+/) ?? []

test("base64 comes back as its bytes, and nothing else does", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
      const base64 = Buffer.from(bytes).toString("base64")
      expect(bytesOf(base64)).toEqual(bytes)
      expect(bytesOf(base64.replace(/=+$/, ""))).toEqual(bytes)
      expect(bytesOf(`${base64.slice(0, 2)}\n${base64.slice(2)}`)).toEqual(bytes)
    }),
  )
  for (const none of ["", "REDACTED", "REDACTED!", "[image]", "abcde", "="])
    expect(bytesOf(none)).toBeUndefined()
})

test("a picture states its size in bytes and pixels where they can be read", () => {
  const data = dataUrl(url)
  const bytes = data?.bytes ?? new Uint8Array()
  const { block, object } = pictureOf(bytes, data?.mediaType)
  expect(block).toMatchObject({
    kind: "image",
    mediaType: "image/png",
    width: 8,
    height: 8,
    bytes: bytes.length,
  })
  expect(block.object).toBe(object.sha256)
  expect(pictureOf(bytes).block.mediaType).toBe("image/png")
  expect(pictureOf(bytes.slice(0, 12), "image/png").block).not.toHaveProperty("width")
  expect(pictureOf(new Uint8Array([1, 2, 3])).block).toMatchObject({
    mediaType: "application/octet-stream",
    bytes: 3,
  })
  expect(fileOf(bytes, "application/pdf", "a.pdf").block).toMatchObject({ kind: "file", name: "a.pdf" })
})

test("only data: URLs hold bytes", () => {
  expect(dataUrl("https://pictures.example/a.png")).toBeUndefined()
  expect(dataUrl("data:text/plain,hello")).toBeUndefined()
  expect(dataUrl("data:;base64,AAAA")).toEqual({ bytes: new Uint8Array([0, 0, 0]) })
})
