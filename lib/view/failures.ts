import type { Failure } from "#lib/record/entry.ts"

/** What a turn came to that has no answer, in our words; the provider's own stand beside them. */
const sentences: { readonly [kind: string]: string } = {
  "empty-reply": "The model answered with nothing that can be read.",
  "reply-cut": "The answer broke off before its end.",
  "reply-error": "The provider reported an error in its answer.",
  "reply-refused": "The model declined to answer.",
  "reply-filtered": "A filter of the provider took the answer.",
  "reply-unreadable": "The answer is not in the form that this provider promises.",
  "request-unusable": "The address or the key cannot be sent as they are; look at the settings.",
  "connection-failed": "The provider could not be reached; look at its address, and whether it runs.",
  "request-refused": "The provider refused the request.",
  "provider-unavailable": "The provider is busy or down; it was asked several times.",
  "answer-late": "The provider did not begin to answer in time.",
  "answer-stalled": "The answer stalled, and nothing more came.",
  "object-missing": "A picture or file of this conversation is missing, so the request was not sent.",
  "steps-many": "The model kept calling tools for too many steps, so the turn was ended.",
  "key-missing":
    "There is no key for this provider any more; set one in the settings, or choose whom else to ask.",
  "key-unusable": "The key for this provider cannot be used; set it again, or choose whom else to ask.",
  "key-undecipherable":
    "The stored key for this provider does not open any more; set it again in the settings, or choose whom else to ask.",
  "secret-key-needed":
    "The stored key for this provider cannot be opened without SECRET_KEY; start Crossing with it, or choose whom else to ask.",
  "secret-key-short": "SECRET_KEY is too short to open the stored key; start Crossing with the right one.",
  "target-unknown": "Whom this was for is not known here any more; choose whom else to ask.",
  "model-unchosen": "Nobody was chosen to answer this; choose whom to ask.",
  lint: "The provider would refuse this request, so it was not sent; the inspector shows the finding.",
  unproved: "The request cannot be rebuilt from the record, so it was not sent.",
}

/** One sentence about a failure; a kind without words of its own is named. */
export const failureSentence = ({ kind }: Failure): string =>
  Object.hasOwn(sentences, kind) ? (sentences[kind] ?? "") : `The turn failed (${kind}).`

/** Whether the settings are where a failure can be mended. */
export const isOfSettings = ({ kind }: Failure): boolean =>
  kind.startsWith("key-") || kind === "request-unusable"
