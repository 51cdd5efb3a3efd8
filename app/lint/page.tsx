import type { Metadata } from "next"
import { z } from "zod"
import { TopBar } from "#app/ui/top-bar.tsx"
import { allTargets } from "#lib/live/targets.ts"
import styles from "./lint.module.css"
import { LintSurface } from "./surface.tsx"

export const dynamic = "force-dynamic"
export const metadata: Metadata = { title: "Lint" }

type Props = { readonly searchParams: Promise<Record<string, string | readonly string[] | undefined>> }

/** A target of no name is read as none: the page then tells the target from the body. */
const asked = z.object({
  target: z
    .string()
    .refine((given) => allTargets().some(({ id }) => id === given))
    .optional()
    .catch(undefined),
})

/** Holds any request body against what its provider accepts; the body never leaves the browser. */
const Lint = async ({ searchParams }: Props) => {
  const { target } = asked.parse(await searchParams)
  return (
    <div className={styles.page}>
      <TopBar crumbs={<span aria-current="page">Lint</span>} />
      <LintSurface asked={target} targets={allTargets()} />
    </div>
  )
}

export default Lint
