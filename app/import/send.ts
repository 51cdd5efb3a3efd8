import type { Picked } from "./picked.ts"

/** How far one file is: bytes that have left this browser, then lines that the server has read. */
export type Progress = {
  readonly sent: number
  readonly size: number
  readonly lines: number
  /** Bytes of the lines that the server has read. */
  readonly read: number
}

/** What became of a file. `into`: the import that it is part of, absent where the server never began one. */
export type Sent =
  | { readonly ok: true; readonly into: string; readonly records: readonly string[] }
  | { readonly ok: false; readonly into?: string; readonly sentence: string }

type Told = {
  readonly progress?: { readonly lines?: number; readonly bytes: number }
  readonly import?: string
  readonly file?: { readonly records: readonly { readonly id: string }[] }
  readonly error?: { readonly message: string }
}

const lost: Sent = {
  ok: false,
  sentence: "The connection to the server was lost; check that it runs, and import again.",
}

const told = (line: string): Told | undefined => {
  try {
    return JSON.parse(line) as Told // our own server's answer; whatever else comes is told as lost
  } catch {
    return undefined
  }
}

const outcomeOf = (answer: Told | undefined): Sent => {
  const into = answer?.import
  if (answer?.file !== undefined && into !== undefined)
    return { ok: true, into, records: answer.file.records.map(({ id }) => id) }
  if (answer?.error === undefined) return lost
  return { ok: false, sentence: answer.error.message, ...(into === undefined ? {} : { into }) }
}

/** The last whole line of what has come so far. */
const lastLine = (text: string): Told | undefined => {
  const lines = text.split("\n")
  return told(lines.findLast((line, at) => line !== "" && at < lines.length - 1) ?? "")
}

type Sending = {
  /** The import that this file joins; absent for a file alone. */
  readonly into?: string | undefined
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/** Sends one file as a raw stream; by XMLHttpRequest, since fetch does not tell how much of a body has left. */
export const send = ({ file, name }: Picked, { into, signal, onProgress }: Sending): Promise<Sent> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const progress = { sent: 0, size: file.size, lines: 0, read: 0 }
    request.open("POST", `/v1/import${into === undefined ? "" : `?import=${encodeURIComponent(into)}`}`)
    request.setRequestHeader("accept", "application/x-ndjson")
    request.setRequestHeader("content-type", "application/octet-stream")
    request.setRequestHeader("x-file-name", encodeURIComponent(name))
    request.upload.onprogress = ({ loaded }) => {
      progress.sent = loaded
      onProgress({ ...progress })
    }
    request.onprogress = () => {
      const reading = lastLine(request.responseText)?.progress
      if (reading?.lines === undefined) return // it is still being received
      progress.lines = reading.lines
      progress.read = reading.bytes
      onProgress({ ...progress })
    }
    request.onload = () => resolve(outcomeOf(lastLine(`${request.responseText}\n`)))
    request.onerror = () => resolve(lost)
    request.onabort = () => resolve({ ok: false, sentence: "Stopped before this file was imported." })
    signal.addEventListener("abort", () => request.abort(), { once: true })
    request.send(file)
  })

/** Begins an import that several files join; its id, or undefined where the server does not answer. */
export const begin = async (name: string): Promise<string | undefined> => {
  try {
    const answer = await fetch("/v1/imports", {
      method: "POST",
      body: JSON.stringify({ name: name.slice(0, 500) }),
    })
    const { id } = (await answer.json()) as { readonly id?: string } // our own server's answer
    return id
  } catch {
    return undefined
  }
}
