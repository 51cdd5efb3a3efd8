import { hostname, userInfo } from "node:os"
import type { Principal } from "#lib/record/entry.ts"

/** What whoever runs this says of it: its name, and the account that its authority belongs to. */
export type Admission = { readonly agent: string; readonly account?: string }

type Environment = { readonly [name: string]: string | undefined }

/** From CROSSING_AGENT (default `crossing`) and CROSSING_ACCOUNT (default: whoever runs the process). */
export const admissionOf = (environment: Environment): Admission => {
  const account = environment["CROSSING_ACCOUNT"]?.trim() ?? ""
  const agent = environment["CROSSING_AGENT"]?.trim() ?? ""
  return { agent: agent === "" ? "crossing" : agent, ...(account === "" ? {} : { account }) }
}

/** The account that the process runs under. */
export type Running = { readonly account: string; readonly uid: number | string; readonly node: string }

/** A user without a name (a container's) is known by its number. */
export const runningNow = (): Running => {
  const uid = process.getuid?.() ?? -1
  try {
    const { username } = userInfo()
    return { account: username, uid: uid < 0 ? username : uid, node: hostname() }
  } catch {
    return { account: String(uid), uid: Math.max(uid, 0), node: hostname() }
  }
}

/**
 * Whom a live request acts for: worked out anew for each. Borrowed where the authority belongs to another account than the
 * process's. `before`: the facts of the request before; an account or host that is not the same as then is a drift.
 */
export const principalNow = (
  { agent, account: owner }: Admission,
  { account, uid, node }: Running,
  before: Principal | undefined,
): Principal => {
  const expectedAccount = owner ?? account
  const moved = before !== undefined && before.account !== account ? `it was ${before.account} before` : false
  return {
    agent,
    account,
    uid,
    expectedAccount,
    mode: expectedAccount === account ? "resident" : "borrowed",
    node,
    drift: moved,
  }
}
