import type { HTMLAttributes } from "react"
import type { Provider } from "#lib/live/providers.ts"

type Props = { readonly provider: Provider }

export type FieldProps = {
  readonly name: string
  readonly value: string | number | undefined
  readonly min?: number
  readonly max?: number
  readonly whole?: true
  readonly list?: string
  readonly label?: string
  readonly placeholder?: string
  /** Id of what says more. */
  readonly about?: string
}

/** A parameter's field under its name; a number where it has bounds. */
export const Field = ({
  name,
  value,
  min,
  max,
  whole,
  list,
  label = name,
  placeholder,
  about,
}: FieldProps) => {
  const isNumber = min !== undefined
  const numeric = isNumber ? { type: "number", min, max, step: whole === true ? 1 : "any" } : {}
  return (
    <>
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        data-field=""
        data-exact=""
        defaultValue={value}
        list={list}
        placeholder={placeholder}
        aria-describedby={about}
        autoComplete="off"
        spellCheck={false}
        {...numeric}
      />
    </>
  )
}

const exact: HTMLAttributes<HTMLTextAreaElement> & { "data-field": string; "data-exact": string } = {
  "data-field": "",
  "data-exact": "",
  spellCheck: false,
}

type ChoiceProps = {
  readonly name: string
  readonly value: string
  readonly choices: readonly string[]
}

const Choice = ({ name, value, choices }: ChoiceProps) => (
  <>
    <label htmlFor={name}>{name}</label>
    <select id={name} name={name} data-field="" defaultValue={value}>
      <option value="">not said</option>
      {[...new Set([...choices, ...(value === "" ? [] : [value])])].map((each) => (
        <option key={each}>{each}</option>
      ))}
    </select>
  </>
)

const parallelWord = (parallel: boolean | undefined): string => {
  if (parallel === undefined) return ""
  return parallel ? "yes" : "no"
}

const Thinking = ({ provider: { params } }: Props) => (
  <>
    <Choice
      name="thinking"
      value={params.thinking?.mode ?? ""}
      choices={["enabled", "adaptive", "disabled"]}
    />
    <Field name="budget" label="thinking.budget" value={params.thinking?.budget} min={1} whole />
  </>
)

/** The parameters that a target's wire has fields for, by the record's own names; blank says nothing. */
export const ParamFields = ({ provider }: Props) => {
  const { params, knows, hottest } = provider
  const has = (name: (typeof knows)[number]): boolean => knows.includes(name)
  return (
    <>
      {has("maxTokens") ? <Field name="maxTokens" value={params.maxTokens} min={1} whole /> : null}
      {has("temperature") ? (
        <Field name="temperature" value={params.temperature} min={0} max={hottest} />
      ) : null}
      {has("topP") ? <Field name="topP" value={params.topP} min={0} max={1} /> : null}
      {has("effort") ? <Field name="effort" value={params.effort} list="efforts" /> : null}
      {has("thinking") ? <Thinking provider={provider} /> : null}
      {has("parallel") ? (
        <Choice name="parallel" value={parallelWord(params.parallel)} choices={["yes", "no"]} />
      ) : null}
      {has("stop") ? (
        <>
          <label htmlFor="stop">stop</label>
          <textarea
            id="stop"
            name="stop"
            rows={2}
            placeholder="A sequence a line"
            defaultValue={params.stop?.join("\n")}
            {...exact}
          />
        </>
      ) : null}
      <label htmlFor="extra">extra</label>
      <textarea
        id="extra"
        name="extra"
        rows={3}
        placeholder='Fields of this target’s own, as JSON: {"seed": 1}'
        defaultValue={params.extra}
        {...exact}
      />
      <datalist id="efforts">
        {["minimal", "low", "medium", "high", "xhigh", "max"].map((effort) => (
          <option key={effort} value={effort} />
        ))}
      </datalist>
    </>
  )
}
