const stated = (form: FormData, name: string): string | undefined => {
  const value = form.get(name)
  const text = typeof value === "string" ? value.trim() : ""
  return text === "" ? undefined : text
}

const numbered = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text)

/** A percentage as a share of one. */
const share = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text) / 100

/** A sequence a line; only its line's end parts it, so space within stays. */
const lines = (form: FormData, name: string): readonly string[] | undefined => {
  const value = form.get(name)
  const found = (typeof value === "string" ? value : "").split(/\r?\n/).filter((line) => line !== "")
  return found.length === 0 ? undefined : found
}

const flag = (text: string | undefined): boolean | undefined =>
  text === undefined ? undefined : text === "yes"

const thinking = (form: FormData) => {
  const mode = stated(form, "thinking")
  const budget = numbered(stated(form, "budget"))
  if (mode === undefined && budget === undefined) return undefined
  return present({ mode: mode ?? "enabled", budget })
}

const present = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/**
 * What the form of a target's preferences says, as the action takes it; a blank field says nothing. Nothing is checked
 * here: what is no number is NaN, which the action refuses by its field.
 */
export const preferencesOf = (form: FormData): Readonly<Record<string, unknown>> =>
  present({
    baseUrl: stated(form, "baseUrl"),
    model: stated(form, "model"),
    compactAt: share(stated(form, "compactAt")),
    params: present({
      maxTokens: numbered(stated(form, "maxTokens")),
      temperature: numbered(stated(form, "temperature")),
      topP: numbered(stated(form, "topP")),
      stop: lines(form, "stop"),
      thinking: thinking(form),
      effort: stated(form, "effort"),
      parallel: flag(stated(form, "parallel")),
      extra: stated(form, "extra"),
    }),
  })
