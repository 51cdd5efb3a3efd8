import Link from "next/link"
import type { Provider } from "#lib/live/providers.ts"
import { KeyWord, severityOf } from "./key-words.tsx"
import styles from "./settings.module.css"

type Props = { readonly providers: readonly Provider[]; readonly chosen: string }

/** Parameters as one line, as the record has them. */
const paramsLine = ({ params }: Provider): string =>
  Object.entries(params)
    .map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" · ")

type RowProps = { readonly provider: Provider; readonly at: number; readonly isChosen: boolean }

const Row = ({ provider, at, isChosen }: RowProps) => {
  const { target, label, key, baseUrl, usualBaseUrl, model, usualModel } = provider
  const params = paramsLine(provider)
  return (
    <tr className={styles.row} data-target={target} data-chosen={isChosen ? "" : undefined}>
      <th scope="row" className={styles.subject}>
        <Link
          href={`/settings?target=${encodeURIComponent(target)}`}
          prefetch={false}
          scroll={false}
          className={styles.choose}
          aria-current={isChosen}
          title={label}
        >
          {at < 9 ? <kbd data-key="">{at + 1}</kbd> : <span className={styles.unkeyed}>{at + 1}</span>}
          <span className={styles.names}>
            <span>{target}</span>
            <span data-quiet="" data-small="" className={styles.cut}>
              {label}
            </span>
          </span>
        </Link>
      </th>
      <td
        data-severity={severityOf(key)}
        className={styles.key}
        title={key.from === "environment" ? key.variable : undefined}
      >
        <KeyWord source={key} />
      </td>
      <td className={styles.address}>
        <span data-exact="" data-quiet={baseUrl === usualBaseUrl ? "" : undefined} title={baseUrl}>
          {baseUrl}
        </span>
      </td>
      <td className={styles.asks}>
        <span data-exact="" data-quiet={model === usualModel ? "" : undefined} title={model}>
          {model}
        </span>
        {params === "" ? null : (
          <span data-exact="" data-small="" title={params}>
            {params}
          </span>
        )}
      </td>
    </tr>
  )
}

/** A row a target: where its key comes from, where its requests go, what they ask for. What was set here stands out. */
export const ProviderTable = ({ providers, chosen }: Props) => (
  <section className={styles.pane} aria-label="Targets">
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">target</th>
          <th scope="col">key</th>
          <th scope="col" className={styles.address}>
            base URL
          </th>
          <th scope="col">model, parameters</th>
        </tr>
      </thead>
      <tbody>
        {providers.map((provider, at) => (
          <Row key={provider.target} provider={provider} at={at} isChosen={provider.target === chosen} />
        ))}
      </tbody>
    </table>
  </section>
)
