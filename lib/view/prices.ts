import type { Usage } from "#lib/record/entry.ts"

/**
 * What tokens cost, in US dollars a million. Prices change and this table is checked by hand, so a cost is always an
 * estimate. Lists that it follows: Anthropic, platform.claude.com/docs/en/about-claude/pricing (cache writes of five
 * minutes), read for the Opus rows and for the others by way of libraries that quoted it in October 2026; OpenAI,
 * developers.openai.com/api/docs/pricing (standard tier), by way of pages that quoted it in June 2026.
 */
type Price = {
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly output: number
  /** Tokens of a prompt up to which this holds; absent: any. */
  readonly upTo?: number
}

/** When the lists were read. */
export const pricesAsOf = "October 2026 (Anthropic) and June 2026 (OpenAI)"

const anthropic = (input: number, output: number): Price => ({
  input,
  cacheRead: input * 0.1,
  cacheWrite: input * 1.25,
  output,
})

const openai = (input: number, output: number): Price => ({
  input,
  cacheRead: input * 0.1,
  cacheWrite: input,
  output,
  upTo: 272_000,
})

const prices: { readonly [model: string]: Price } = {
  "claude-opus-5": anthropic(5, 25),
  "claude-opus-4-5": anthropic(5, 25),
  "claude-sonnet-5": anthropic(2, 10),
  "claude-sonnet-4-5": anthropic(3, 15),
  "claude-haiku-4-5": anthropic(1, 5),
  "gpt-5.5": openai(5, 30),
  "gpt-5.4": openai(2.5, 15),
  "gpt-5.4-mini": openai(0.75, 4.5),
  /** The built-in script: nothing is sent, nothing is billed. */
  demo: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 },
}

/** A model's name without the date that a dated version ends with. */
const undated = (model: string): string => model.replace(/-(20\d{6}|20\d\d-\d\d-\d\d)$/, "")

const priceOf = (model: string): Price | undefined => {
  const name = undated(model)
  return Object.hasOwn(prices, name) ? prices[name] : undefined
}

/** What a reply cost in US dollars; undefined where the price of its model, or of so long a prompt, is not known here. */
export const costOf = (model: string, usage: Usage): number | undefined => {
  const price = priceOf(model)
  if (price === undefined) return undefined
  const { input = 0, cacheRead = 0, cacheWrite = 0, output = 0 } = usage
  if (input > (price.upTo ?? Number.POSITIVE_INFINITY)) return undefined
  const fresh = Math.max(0, input - cacheRead - cacheWrite)
  return (
    (fresh * price.input +
      cacheRead * price.cacheRead +
      cacheWrite * price.cacheWrite +
      output * price.output) /
    1_000_000
  )
}
