"use client"
import { useRouter } from "next/navigation"
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react"
import { useCommands } from "#app/ui/palette.tsx"
import { droppedFiles, type Picked, pickedOf } from "./picked.ts"
import { ImportProgress } from "./progress.tsx"
import { begin, type Progress, send } from "./send.ts"
import styles from "./surface.module.css"

/** An import under way, as it is shown. */
export type Running = {
  readonly files: number
  readonly done: number
  readonly name: string
  readonly progress: Progress | undefined
  /** Why files were not taken, each with its name; the receipt has them too. */
  readonly refused: readonly { readonly name: string; readonly sentence: string }[]
  /** Set once nothing is left to send, and there is no receipt to show. */
  readonly ended: boolean
}

type Pickers = {
  readonly files: () => void
  readonly folder: () => void
  /** Whether the page's scripts run, so that a click or a drop does something. */
  readonly ready: boolean
}

const Context = createContext<Pickers>({ files: () => undefined, folder: () => undefined, ready: false })

/** Opens the file picker or the folder picker, once they can be opened. */
export const usePickers = (): Pickers => useContext(Context)

/** What an import of these files is called: the file, or the folder that they share, or how many there are. */
const callIt = (picked: readonly Picked[]): string => {
  const [first] = picked
  if (first !== undefined && picked.length === 1) return first.name
  const folder = first?.name.includes("/") === true ? (first.name.split("/")[0] ?? "") : ""
  return folder !== "" && picked.every(({ name }) => name.startsWith(`${folder}/`))
    ? folder
    : `${picked.length} files`
}

type Show = (change: (running: Running | undefined) => Running | undefined) => void

/**
 * Sends files one after the other, as one import; gives its id, where there is one. A file alone that is refused leaves
 * nothing behind, so it has no receipt and is told at once.
 */
const sendAll = async (
  picked: readonly Picked[],
  signal: AbortSignal,
  show: Show,
): Promise<string | undefined> => {
  let into = picked.length === 1 ? undefined : await begin(callIt(picked))
  for (const [index, each] of picked.entries()) {
    if (signal.aborted) break
    show((running) => running && { ...running, done: index, name: each.name, progress: undefined })
    const onProgress = (progress: Progress) => show((running) => running && { ...running, progress })
    const sent = await send(each, { into, signal, onProgress })
    into ??= sent.into
    if (sent.ok) continue
    const refusal = { name: each.name, sentence: sent.sentence }
    show((running) => running && { ...running, refused: [...running.refused, refusal] })
  }
  return into
}

const useImport = () => {
  const router = useRouter()
  const [running, setRunning] = useState<Running>()
  const stop = useRef<AbortController>(undefined)
  const take = useCallback(
    async (picked: readonly Picked[]) => {
      if (picked.length === 0 || (stop.current !== undefined && !stop.current.signal.aborted)) return
      const controller = new AbortController()
      stop.current = controller
      setRunning({ files: picked.length, done: 0, name: "", progress: undefined, refused: [], ended: false })
      const into = await sendAll(picked, controller.signal, setRunning)
      stop.current = undefined
      if (into === undefined) return setRunning((last) => last && { ...last, done: last.files, ended: true })
      setRunning(undefined)
      router.push(`/import/${into}`)
      router.refresh()
    },
    [router],
  )
  const cancel = useCallback(() => {
    stop.current?.abort()
    setRunning((last) => (last?.ended === true ? undefined : last))
  }, [])
  return { running, take, cancel }
}

/** Whether files are being dragged over the page; leaving a child is not leaving the page. */
const useDrop = (take: (picked: readonly Picked[]) => void): boolean => {
  const [over, setOver] = useState(false)
  useEffect(() => {
    let depth = 0
    const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") === true
    const enter = (event: DragEvent): void => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      depth += 1
      setOver(true)
    }
    const leave = (event: DragEvent): void => {
      if (!holdsFiles(event)) return
      depth -= 1
      if (depth <= 0) setOver(false)
    }
    const hover = (event: DragEvent): void => {
      if (holdsFiles(event)) event.preventDefault()
    }
    const drop = (event: DragEvent): void => {
      if (!holdsFiles(event) || event.dataTransfer === null) return
      event.preventDefault()
      depth = 0
      setOver(false)
      void droppedFiles(event.dataTransfer).then(take)
    }
    const all = { dragenter: enter, dragleave: leave, dragover: hover, drop } as const
    for (const [name, listener] of Object.entries(all))
      window.addEventListener(name, listener as EventListener) // each is of its own event
    return () => {
      for (const [name, listener] of Object.entries(all))
        window.removeEventListener(name, listener as EventListener) // as above
    }
  }, [take])
  return over
}

/** Makes a page a place to import: by drop anywhere, by the file picker, by the folder picker. */
export const ImportSurface = ({ children }: { readonly children: ReactNode }) => {
  const { running, take, cancel } = useImport()
  const over = useDrop(take)
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const pickers = useMemo(
    () => ({ files: () => files.current?.click(), folder: () => folder.current?.click(), ready }),
    [ready],
  )
  const commands = useMemo(
    () => [
      {
        group: "Import",
        commands: [
          { label: "Import files", run: pickers.files },
          { label: "Import a folder", run: pickers.folder },
        ],
      },
    ],
    [pickers],
  )
  useCommands(commands)
  const pick = (input: HTMLInputElement): void => {
    const picked = pickedOf(input.files ?? [])
    input.value = "" // the same files may be picked again
    void take(picked)
  }
  return (
    <Context.Provider value={pickers}>
      {children}
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Files to import"
        data-ready={ready ? "" : undefined}
        onChange={(event) => pick(event.target)}
      />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        aria-label="Folder to import"
        onChange={(event) => pick(event.target)}
        {...{ webkitdirectory: "" }}
      />
      {over ? (
        <div className={styles.drop} aria-hidden="true">
          Drop to import
        </div>
      ) : null}
      {running === undefined ? null : <ImportProgress running={running} cancel={cancel} />}
    </Context.Provider>
  )
}
