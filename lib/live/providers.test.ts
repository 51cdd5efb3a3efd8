import { inspect } from "node:util"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { allSettings, saveSealed, settingOf } from "#db/settings.ts"
import { must, openTestStore, problemOf, type TestStore } from "#db/test-store.ts"
import { targets } from "#lib/dialect/targets.ts"
import { keyVariables, variablesOf } from "./key-variables.ts"
import { credentials, type KeySource, providers } from "./providers.ts"
import { removeKey, storeKey, storePreferences } from "./set-provider.ts"

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  await store.db.sql`delete from setting`
})

const key = "sk-test-0123456789abcdef"
const other = "sk-other-fedcba9876543210"
const secretKey = { SECRET_KEY: "a secret key of this test" }

const providerOf = async (target: string, environment = {}) => {
  const found = (await providers(store.db, environment)).find((each) => each.target === target)
  if (found === undefined) throw new Error(`no ${target}`)
  return found
}
const sourceOf = async (target: string, environment = {}): Promise<KeySource> =>
  (await providerOf(target, environment)).key
const keyOf = async (target: string, environment = {}): Promise<string | undefined> =>
  must(await credentials(store.db, target, environment)).key?.reveal()

describe("the variable of a target's key", () => {
  test.each([
    ["anthropic", "ANTHROPIC_API_KEY"],
    ["claude-prompt", "ANTHROPIC_API_KEY"],
    ["openai", "OPENAI_API_KEY"],
    ["openai-responses", "OPENAI_API_KEY"],
    ["codex", "CODEX_ACCESS_TOKEN"],
    ["xai", "XAI_API_KEY"],
    ["glm", "ZAI_API_KEY"],
    ["bedrock", "AWS_BEARER_TOKEN_BEDROCK"],
    ["gemini", "GEMINI_API_KEY"],
    ["gemini", "GOOGLE_API_KEY"],
    ["kimi", "MOONSHOT_API_KEY"],
    ["deepseek", "DEEPSEEK_API_KEY"],
    ["mistral", "MISTRAL_API_KEY"],
    ["ollama", "OLLAMA_API_KEY"],
    ["openai-compatible", "OPENAI_COMPATIBLE_API_KEY"],
  ])("%s: %s", async (target, variable) => {
    expect(await sourceOf(target, { [variable]: key })).toEqual({ from: "environment", variable })
    expect(await keyOf(target, { [variable]: key })).toBe(key)
  })

  test("is in a table for every row of ours", () => {
    for (const target of targets)
      for (const name of variablesOf(target)) expect(keyVariables, target.id).toContain(name)
  })

  test("is named after a provider of one's own", () =>
    expect(variablesOf({ like: "openai-compatible", provider: "my.host-2" })).toEqual(["MY_HOST_2_API_KEY"]))

  test("the first that is set and not blank is taken", async () => {
    expect(await keyOf("gemini", { GEMINI_API_KEY: " ", GOOGLE_API_KEY: key })).toBe(key)
    expect(await keyOf("gemini", { GEMINI_API_KEY: other, GOOGLE_API_KEY: key })).toBe(other)
  })

  test("with what no header carries is refused by its name, not repeated", async () => {
    const refused = await credentials(store.db, "openai", { OPENAI_API_KEY: "sk-te\nst" })
    expect(refused).toEqual({
      ok: false,
      problem: { id: "key-unusable", facts: { place: "OPENAI_API_KEY" } },
    })
    expect((await sourceOf("openai", { OPENAI_API_KEY: "a b" })).from).toBe("unusable")
  })
})

describe("without any key", () => {
  test("it is missing, and the variables are named", async () => {
    expect(await sourceOf("openai")).toEqual({ from: "missing", variables: ["OPENAI_API_KEY"] })
    expect(await credentials(store.db, "gemini", {})).toEqual({
      ok: false,
      problem: {
        id: "key-missing",
        facts: { target: "gemini", variables: "GEMINI_API_KEY or GOOGLE_API_KEY" },
      },
    })
  })

  test.each(["ollama", "openai-compatible"])("%s needs none", async (target) => {
    expect((await sourceOf(target)).from).toBe("none-needed")
    expect(await keyOf(target)).toBeUndefined()
  })

  test("a target that is not there is a problem for all", async () => {
    expect(problemOf(await credentials(store.db, "nobody", {}))).toBe("target-unknown")
    expect(problemOf(await storeKey(store.db, "nobody", key, secretKey))).toBe("target-unknown")
    expect(problemOf(await removeKey(store.db, "nobody"))).toBe("target-unknown")
    expect(problemOf(await storePreferences(store.db, "nobody", { params: {} }))).toBe("target-unknown")
    expect(await allSettings(store.db)).toEqual(new Map())
  })
})

describe("a stored key", () => {
  test("is taken before the environment's, and gone when it is removed", async () => {
    must(await storeKey(store.db, "openai", ` ${key} `, secretKey))
    const environment = { ...secretKey, OPENAI_API_KEY: other }
    expect(await sourceOf("openai", secretKey)).toEqual({ from: "stored" })
    expect(await sourceOf("openai", environment)).toEqual({ from: "stored", over: "OPENAI_API_KEY" })
    expect(await keyOf("openai", environment)).toBe(key)
    must(await removeKey(store.db, "openai"))
    expect(await keyOf("openai", environment)).toBe(other)
    expect((await sourceOf("openai", secretKey)).from).toBe("missing")
  })

  test("is of one target only", async () => {
    must(await storeKey(store.db, "openai", key, secretKey))
    expect((await sourceOf("openai-responses", secretKey)).from).toBe("missing")
    const { sealed } = await settingOf(store.db, "openai")
    await saveSealed(store.db, "codex", sealed)
    expect(problemOf(await credentials(store.db, "codex", secretKey))).toBe("key-undecipherable")
  })

  test("is refused without SECRET_KEY or with a short one, and nothing is written", async () => {
    expect(problemOf(await storeKey(store.db, "openai", key, {}))).toBe("secret-key-needed")
    expect(problemOf(await storeKey(store.db, "openai", key, { SECRET_KEY: "short" }))).toBe(
      "secret-key-short",
    )
    expect(await allSettings(store.db)).toEqual(new Map())
  })

  test.each(["", "  ", "two words", "line\nbreak", "ключ", "a".repeat(5000)])(
    "is refused as %j",
    async (given) => {
      const refused = await storeKey(store.db, "openai", given, secretKey)
      expect(refused).toEqual({ ok: false, problem: { id: "key-unusable", facts: { place: "the form" } } })
    },
  )

  test("that does not open is said plainly, and no other is taken in its place", async () => {
    must(await storeKey(store.db, "openai", key, secretKey))
    const changed = { SECRET_KEY: "another key of this test", OPENAI_API_KEY: other }
    expect(await sourceOf("openai", changed)).toEqual({
      from: "unusable",
      isStored: true,
      problem: { id: "key-undecipherable", facts: { target: "openai" } },
    })
    expect(problemOf(await credentials(store.db, "openai", changed))).toBe("key-undecipherable")
    expect(problemOf(await credentials(store.db, "openai", {}))).toBe("secret-key-needed")
  })

  test("stands nowhere in the list, in credentials as they print, or in the table", async () => {
    must(await storeKey(store.db, "openai", key, secretKey))
    const environment = { ...secretKey, XAI_API_KEY: other }
    const given = must(await credentials(store.db, "openai", environment))
    const [row] = await store.db.sql<{ text: string }[]>`
      select encode(sealed, 'escape') || setting::text as text from setting`
    const shown = [
      JSON.stringify(await providers(store.db, environment)),
      JSON.stringify(given),
      inspect(given, { depth: null, showHidden: true }),
      row?.text ?? key,
    ].join("\n")
    for (const part of [key, other, "sk-te", "cdef", "sk-ot", "3210"]) expect(shown).not.toContain(part)
  })
})

describe("preferences", () => {
  test("are the row's where none are stored", async () => {
    expect(await providerOf("openai")).toMatchObject({
      label: "OpenAI Chat Completions",
      baseUrl: "https://api.openai.com/v1",
      usualBaseUrl: "https://api.openai.com/v1",
      model: "gpt-5.5",
      params: {},
      knows: ["maxTokens", "temperature", "topP", "stop", "toolChoice", "parallel", "effort"],
      hottest: 2,
    })
    expect((await providers(store.db, {})).map(({ target }) => target)).toEqual(targets.map(({ id }) => id))
  })

  test("say where requests go, and what they ask for", async () => {
    const params = { maxTokens: 1000, temperature: 0.5, thinking: { mode: "enabled", budget: 2000 } }
    must(
      await storePreferences(store.db, "anthropic", {
        baseUrl: "http://localhost:4000/v1/messages",
        model: " claude-x ",
        params,
        compactAt: 0.8,
      }),
    )
    expect(await providerOf("anthropic")).toMatchObject({
      window: 1_000_000,
      compactAt: 0.8,
      baseUrl: "http://localhost:4000",
      usualBaseUrl: "https://api.anthropic.com",
      model: "claude-x",
      usualModel: "claude-sonnet-5",
      params,
    })
    const given = must(await credentials(store.db, "anthropic", { ANTHROPIC_API_KEY: key }))
    expect(given).toMatchObject({
      url: "http://localhost:4000/v1/messages",
      baseUrl: "http://localhost:4000",
      auth: { header: "x-api-key", prefix: "" },
    })
    must(await storePreferences(store.db, "anthropic", { params: {} }))
    expect((await providerOf("anthropic")).baseUrl).toBe("https://api.anthropic.com")
  })

  test("and a key do not touch each other", async () => {
    must(await storeKey(store.db, "openai", key, secretKey))
    must(await storePreferences(store.db, "openai", { model: "m", params: {} }))
    must(await storeKey(store.db, "openai", other, secretKey))
    expect(await keyOf("openai", secretKey)).toBe(other)
    expect((await providerOf("openai")).model).toBe("m")
  })

  test.each([
    [{ params: { maxTokens: -1 } }, "maxTokens"],
    [{ params: { maxTokens: 1.5 } }, "maxTokens"],
    [{ params: { temperature: "hot" } }, "temperature"],
    [{ params: { thinking: { mode: "enabled", budget: 0 } } }, "thinking.budget"],
    [{ params: { extra: "not json" } }, "extra"],
    [{ params: { extra: "[1]" } }, "extra"],
    [{ params: { unheardOf: 1 } }, "the settings"],
    [{ model: "  ", params: {} }, "model"],
    [{ model: "m".repeat(201), params: {} }, "model"],
    [{ compactAt: 0, params: {} }, "compactAt"],
    [{ compactAt: 1.2, params: {} }, "compactAt"],
    [{ compactAt: Number.NaN, params: {} }, "compactAt"],
    [{ key: "x", params: {} }, "the settings"],
    ["nonsense", "the settings"],
    [undefined, "the settings"],
  ])("%j are refused for %s", async (given, field) => {
    const refused = await storePreferences(store.db, "openai", given)
    expect(refused).toMatchObject({ ok: false, problem: { id: "preference-invalid", facts: { field } } })
    expect(await allSettings(store.db)).toEqual(new Map())
  })

  test("with a base URL that is none are refused", async () =>
    expect(problemOf(await storePreferences(store.db, "openai", { baseUrl: "ftp://x", params: {} }))).toBe(
      "base-url-invalid",
    ))
})
