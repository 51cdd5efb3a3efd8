import { describe, expect, test } from "vitest"
import { har } from "../har.ts"
import { maskJson } from "./mask.ts"

const secret = "SECRET-1234"

describe("secrets of captured traffic", () => {
  test.each([
    { request: { headers: { Authorization: `Bearer ${secret}` } } },
    { request: { headers: { "X-Api-Key": secret, "x-goog-api-key": [secret, secret] } } },
    { request: { headers: [{ name: "cookie", value: `a=${secret}` }] } },
    { response: { headers: [{ value: secret, name: "Set-Cookie" }] } },
    { request: { cookies: [{ name: "theme", value: secret }] } },
    { request: { url: `https://x.test/a?alt=sse&key=${secret}#b` } },
    { request: { url: `https://me:${secret}@x.test/a` } },
    { request: { queryString: [{ name: "api_key", value: secret }] } },
    { request: { headers: [{ name: "Referer", value: `https://x.test/?token=${secret}` }] } },
    { upstream_base_url: `https://x.test?access_token=${secret}` },
  ])("%j holds none when it is kept", (value) => {
    const text = JSON.stringify(value, undefined, 1)
    const masked = maskJson(text)
    expect(text).toContain(secret)
    expect(masked).not.toContain(secret)
    expect(masked).toContain("masked")
    expect(maskJson(masked)).toBe(masked)
    expect(() => void JSON.parse(masked)).not.toThrow()
  })

  test("all else stays as it is written: white space, numbers, order, what was said", () => {
    const text = `{ "request" : {"url":"https://x.test/v1?a=1&b=key",\t"n":12345678901234567890, "headers":{"user-agent":"x"},
      "body":{"messages":[{"role":"user","content":"my authorization is ${secret}"}],"api_key":"${secret}"}}}`
    expect(maskJson(text)).toBe(text)
  })

  test("a line that is cut off is looked over as text", () => {
    const line = `{"request":{"url":"https://x.test/?key=${secret}&alt=sse","headers":{"authorization":"Bearer ${secret}","x-api-key":"${secret}`
    expect(maskJson(line)).not.toContain(secret)
  })

  test("of an archive, what was said to other sites is not kept either", () => {
    const entry = (url: string, text: string) => ({
      request: { method: "POST", url, headers: [], postData: { mimeType: "text/plain", text } },
      response: { status: 200, headers: [], content: { mimeType: "text/html", text: `<p>${secret}</p>` } },
    })
    const asked = JSON.stringify({ model: "m", messages: [{ role: "user", content: "hello" }] })
    const entries = [
      entry("https://shop.test/login", `password=${secret}`),
      entry("https://llm.test/v1/chat/completions", asked),
    ]
    const masked = har.mask?.(JSON.stringify({ log: { version: "1.2", entries } })) ?? ""
    const kept = JSON.parse(masked) as { log: { entries: (typeof entries)[number][] } } // the same, with other strings
    expect(JSON.stringify(kept.log.entries[0])).not.toContain(secret)
    expect(kept.log.entries[1]).toEqual(entries[1])
  })
})
