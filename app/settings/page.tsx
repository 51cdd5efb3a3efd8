import type { Metadata } from "next"
import { z } from "zod"
import { Foot } from "#app/ui/frame.tsx"
import { TopBar } from "#app/ui/top-bar.tsx"
import { withDatabase } from "#db/shared.ts"
import { readSecretKey } from "#lib/cli/settings.ts"
import { type Provider, providers } from "#lib/live/providers.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import { KeyForm } from "./key-form.tsx"
import { SettingKeys } from "./keys.tsx"
import { PreferencesForm } from "./preferences-form.tsx"
import { ProviderTable } from "./provider-table.tsx"
import styles from "./settings.module.css"

export const dynamic = "force-dynamic"
export const metadata: Metadata = { title: "Settings" }

type Props = { readonly searchParams: Promise<unknown> }

const query = z.object({ target: z.string().optional().catch(undefined) })

/** Whether keys can be stored: a SECRET_KEY is set and long enough. */
const canStoreKeys = (): boolean => {
  const secretKey = readSecretKey(process.env)
  return secretKey.ok && secretKey.value !== undefined
}

const Chosen = ({ provider }: { readonly provider: Provider }) => (
  <section key={provider.target} className={styles.chosen} aria-label={`Settings of ${provider.target}`}>
    <h2 className={styles.title}>
      {provider.label} <span data-quiet="">{provider.target}</span>
    </h2>
    <KeyForm provider={provider} canStore={canStoreKeys()} />
    <PreferencesForm provider={provider} />
  </section>
)

const Keys = () => (
  <Foot data-quiet="">
    <span>
      <kbd data-key="">1</kbd> … <kbd data-key="">9</kbd> target
    </span>
    <span>
      <kbd data-key="">j</kbd> <kbd data-key="">k</kbd> next, previous target
    </span>
    <span>What is set here stands out from what a target has by itself.</span>
  </Foot>
)

/** How each target is used here: its key, where its requests go, what they ask for. */
const Settings = async ({ searchParams }: Props) => {
  const { target } = query.parse(await searchParams)
  const read = await withDatabase((db) => providers(db))
  const all = read.ok ? read.value : []
  const chosen = all.find((each) => each.target === target) ?? all[0]
  return (
    <div className={styles.page}>
      <TopBar crumbs={<span aria-current="page">Settings</span>} />
      <main className={styles.main}>
        <h1 data-hidden="">Settings</h1>
        {read.ok ? null : <p role="alert">{sentenceOf(read.problem)}</p>}
        {chosen === undefined ? null : (
          <>
            <SettingKeys
              targets={all.map(({ target: id, label }) => ({ id, label }))}
              chosen={chosen.target}
            />
            <ProviderTable providers={all} chosen={chosen.target} />
            <Chosen provider={chosen} />
          </>
        )}
        <Keys />
      </main>
    </div>
  )
}

export default Settings
