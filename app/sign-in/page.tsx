import type { Metadata } from "next"
import { z } from "zod"
import { localPath } from "#app/server/session.ts"
import styles from "./sign-in.module.css"

export const dynamic = "force-dynamic"
export const metadata: Metadata = { title: "Sign in" }

const query = z.object({ next: z.string().catch("/"), wrong: z.literal("1").optional().catch(undefined) })

type Props = { readonly searchParams: Promise<unknown> }

/** Where the access token is given; works without scripts. */
const SignIn = async ({ searchParams }: Props) => {
  const { next, wrong } = query.parse(await searchParams)
  return (
    <main className={styles.page}>
      <h1 data-title="">Crossing</h1>
      <form action="/sign-in/enter" method="post">
        <input type="hidden" name="next" value={localPath(next)} />
        <label htmlFor="token">Access token</label>
        <input
          id="token"
          name="token"
          type="password"
          data-field=""
          autoComplete="current-password"
          required
          aria-describedby="help"
          aria-invalid={wrong === undefined ? undefined : true}
        />
        <button type="submit" data-button="">
          Sign in
        </button>
        <p
          id="help"
          data-quiet={wrong === undefined ? "" : undefined}
          role={wrong === undefined ? undefined : "alert"}
        >
          {wrong === undefined
            ? "The value of ACCESS_TOKEN where this server was started."
            : "That is not this server’s token; compare it with ACCESS_TOKEN where the server was started."}
        </p>
      </form>
    </main>
  )
}

export default SignIn
