import { rules } from "@secretlint/secretlint-rule-preset-recommend"
import type { Secret } from "#lib/plan/redact.ts"

/**
 * The rules of secretlint, without the runner that comes with them: it keeps a mark of each rule on each text for good
 * and looks through all of them again, so that some thousand texts cost minutes.
 */

type Rule = (typeof rules)[number]
type Context = Parameters<Rule["create"]>[0]
type Source = Parameters<NonNullable<ReturnType<Rule["create"]>["file"]>>[0]

/** `@secretlint/secretlint-rule-openai` is shown as `openai`. */
const shortName = ({ meta }: Rule): string => meta.id.replace(/^@secretlint\/secretlint-rule-/, "")

/** A comment that would hide what stands behind it is no authority in a transcript. */
const scanners = rules.filter((rule) => shortName(rule) !== "filter-comments")

const notAsked = (): never => {
  throw new Error("Only the rule of comments asks for lines.")
}

const sourceOf = (content: string): Source => ({
  content,
  hasBOM: false,
  filePath: "text.txt",
  physicalFilePath: undefined,
  contentType: "text",
  ext: ".txt",
  getFilePath: () => "text.txt",
  getPhysicalFilePath: () => undefined,
  locationToRange: notAsked,
  rangeToLocation: notAsked,
  positionToIndex: notAsked,
  indexToPosition: notAsked,
})

const contextFor = (report: Context["report"]): Context => ({
  sharedOptions: {},
  createTranslator: () => (messageId, data) => ({
    message: String(messageId),
    messageId: String(messageId),
    data,
  }),
  report,
  ignore: () => undefined,
})

/** What the library's rules find in a text. */
export const byLibrary = async (text: string): Promise<readonly Secret[]> => {
  const found: Secret[] = []
  const source = sourceOf(text)
  for (const rule of scanners) {
    const context = contextFor(
      ({ range: [from, to] }) => void found.push({ from, to, rule: shortName(rule) }),
    )
    await rule.create(context, {}).file?.(source)
  }
  return found
}
