import type { KeySource } from "#lib/live/providers.ts"
import { sentenceOf } from "#lib/view/problems.ts"

/** How a key stands, as a colour: `data-severity` where something is to be done. */
export const severityOf = ({ from }: KeySource): "error" | undefined =>
  from === "unusable" ? "error" : undefined

const Names = ({ names }: { readonly names: readonly string[] }) =>
  names.map((name, index) => (
    <span key={name}>
      {index === 0 ? "" : " or "}
      <code>{name}</code>
    </span>
  ))

/** Where a key comes from, in a few words. */
export const KeyWord = ({ source }: { readonly source: KeySource }) => {
  switch (source.from) {
    case "stored":
      return "stored"
    case "environment":
      return <code>{source.variable}</code>
    case "unusable":
      return source.isStored ? "stored, unusable" : "unusable"
    case "none-needed":
      return <span data-quiet="">none needed</span>
    case "missing":
      return <span data-quiet="">missing</span>
  }
}

/** The same in a sentence, with what can be done. */
export const KeySentence = ({ source }: { readonly source: KeySource }) => {
  switch (source.from) {
    case "stored":
      return source.over === undefined ? (
        "A key is stored, encrypted. It is never shown."
      ) : (
        <>
          A key is stored, encrypted, and used in the place of <code>{source.over}</code>. It is never shown.
        </>
      )
    case "environment":
      return (
        <>
          The key comes from <code>{source.variable}</code>, where Crossing was started.
        </>
      )
    case "unusable":
      return sentenceOf(source.problem)
    case "none-needed":
      return (
        <>
          No key is needed. A server that asks for one gets <Names names={source.variables} />, or one that is
          stored here.
        </>
      )
    case "missing":
      return (
        <>
          There is no key: set <Names names={source.variables} /> where Crossing is started, or store one
          here.
        </>
      )
  }
}
