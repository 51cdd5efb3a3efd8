/** A file that a person picked or dropped, with its path below the folder that was picked. */
export type Picked = { readonly file: File; readonly name: string }

/** Files of a picker; a folder picker gives their paths too. Bookkeeping of a file system (names with a leading dot) stays out. */
export const pickedOf = (files: Iterable<File>): readonly Picked[] =>
  inOrder([...files].map((file) => ({ file, name: file.webkitRelativePath || file.name })))

const hidden = (name: string): boolean => name.split("/").some((part) => part.startsWith("."))

const inOrder = (picked: readonly Picked[]): readonly Picked[] =>
  picked.filter(({ name }) => !hidden(name)).sort((a, b) => (a.name < b.name ? -1 : 1))

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))

/** A reader gives a folder's entries in portions, and an empty one at its end. */
const childrenOf = async (folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> => {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<readonly FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}

const walk = async (entry: FileSystemEntry, into: Picked[]): Promise<void> => {
  const name = entry.fullPath.replace(/^\//, "")
  if (hidden(name)) return
  if (entry.isFile) into.push({ file: await fileOf(entry as FileSystemFileEntry), name }) // `isFile` says which of the two it is
  if (entry.isDirectory)
    for (const child of await childrenOf(entry as FileSystemDirectoryEntry)) await walk(child, into) // likewise
}

/** Everything that was dropped, folders with all that is in them, in the order of names. */
export const droppedFiles = async (data: DataTransfer): Promise<readonly Picked[]> => {
  // Entries must be taken before the first await: the browser empties the transfer when the event is over.
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const files = entries.length === 0 ? [...data.files] : []
  const into: Picked[] = []
  for (const entry of entries) await walk(entry, into)
  return [...pickedOf(files), ...inOrder(into)]
}
