import { existsSync, readFileSync, statSync } from "node:fs"
import { dirname } from "node:path"

/** Whom the server runs as where that is not ourselves. */
export type Account = { readonly uid: number; readonly gid: number }

const nobodyLine = /^nobody:[^:]*:(\d+):(\d+):/m

/** PostgreSQL refuses to run as root: then it runs as `nobody`. Undefined: it runs as ourselves. */
export const serverAccount = (): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const users = existsSync("/etc/passwd") ? readFileSync("/etc/passwd", "utf8") : ""
  const [, uid = "65534", gid = "65534"] = nobodyLine.exec(users) ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

const mayPass = (folder: string, account: Account): boolean => {
  const { uid, gid, mode } = statSync(folder)
  if (uid === account.uid) return (mode & 0o100) !== 0
  if (gid === account.gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}

/** Whether an account may pass through a folder and every parent of it (permission bits; access lists are not read). */
export const isOpenTo = (folder: string, account: Account): boolean => {
  for (let at = folder; ; at = dirname(at)) {
    if (!mayPass(at, account)) return false
    if (dirname(at) === at) return true
  }
}
