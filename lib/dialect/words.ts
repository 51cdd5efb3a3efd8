/**
 * The fixed words of a wire, one sentence each. Changing one changes bytes: raise `projector` with it.
 */
export const words = {
  label: (what: string) => `[System line, ${what}: neither the user's words nor the assistant's]\n`,
  summary: "[Summary of earlier conversation]\n",
  unanswered: "The call did not complete: no result was recorded. Its outcome is unknown.",
  outside: "The call's result is not part of this history. Its outcome is unknown here.",
  orphan: (name: string, isError: boolean) => `${isError ? "Error" : "Result"} (${name}): `,
  empty: "(no output)",
  firstUser: "[The conversation begins with the assistant]",
  awaitingUser: "[Continue]",
  continueReplay: "[Continue from the answers above.]",
  bridge: "[no reply was recorded here]",
  fromResult: (name: string, id: string) => `[From the result of ${name}, call ${id}]`,
  fromAgent: "[From the assistant's own message]",
  cut: (units: number) => `\n[… ${units} characters were cut here …]\n`,
} as const

/** One integer, raised by any change that alters bytes for an existing case. */
export const projector = 1
