"use client"
import { useCallback, useEffect, useRef, useState } from "react"
import type { Verdict } from "#lib/sent/verify.ts"
import { ask } from "../ask.ts"
import { readLines } from "./read-lines.ts"

type Proof = { readonly seq: number; readonly verdict: Verdict }

/** Verdicts that were asked for, by entry. */
export type Proofs = {
  readonly verdicts: ReadonlyMap<number, Verdict>
  /** How many of all are done, while all of them are being verified. */
  readonly progress: number | undefined
  readonly verify: (seq: number) => Promise<void>
  readonly verifyAll: () => Promise<void>
  readonly stop: () => void
}

const pathOf = (record: string, rest: string): string => `/r/${encodeURIComponent(record)}/requests/${rest}`

/** Verifies requests when told to: one, or all of them one after another. `say` is told what went wrong. */
export const useProofs = (record: string, head: number, say: (words: string) => void): Proofs => {
  const [verdicts, setVerdicts] = useState<ReadonlyMap<number, Verdict>>(new Map())
  const [progress, setProgress] = useState<number>()
  const running = useRef<AbortController>(undefined)
  const add = useCallback((proofs: readonly Proof[]): void => {
    setVerdicts((now) => new Map([...now, ...proofs.map(({ seq, verdict }) => [seq, verdict] as const)]))
  }, [])
  const stop = useCallback(() => running.current?.abort(), [])
  useEffect(() => stop, [stop])
  const verify = useCallback(
    async (seq: number): Promise<void> => {
      say("Verifying…")
      try {
        const path = `/v1/conversations/${encodeURIComponent(record)}/requests/${seq}/verify`
        add([await ask<Proof>(path, {})])
        say("")
      } catch (error) {
        say(error instanceof Error ? `Not verified: ${error.message}` : "Not verified.")
      }
    },
    [record, add, say],
  )
  const verifyAll = useCallback(async (): Promise<void> => {
    if (running.current !== undefined) return
    const leave = new AbortController()
    running.current = leave
    let done = 0
    setProgress(0)
    try {
      for await (const proofs of readLines<Proof>(pathOf(record, `proofs?head=${head}`), leave.signal)) {
        done += proofs.length
        add(proofs)
        setProgress(done)
      }
    } catch (error) {
      if (!leave.signal.aborted)
        say(error instanceof Error ? `Not verified: ${error.message}` : "Not verified.")
    }
    running.current = undefined
    setProgress(undefined)
  }, [record, head, add, say])
  return { verdicts, progress, verify, verifyAll, stop }
}
