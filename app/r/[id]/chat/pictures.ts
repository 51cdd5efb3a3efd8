"use client"

/** A picture that goes with a message. `url`: where this page shows it from. */
export type Picture = {
  readonly mediaType: string
  readonly base64: string
  readonly name: string
  readonly url: string
}

const types = ["image/png", "image/jpeg", "image/gif", "image/webp"]

/** Characters of base64 that one message takes. */
const most = 9_000_000

export const takesPicture = (type: string): boolean => types.includes(type)
export const pictureTypes = types.join(",")

const base64Of = (bytes: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""))
    reader.onerror = () => reject(reader.error ?? new Error("The file cannot be read."))
    reader.readAsDataURL(bytes)
  })

/** A file as a picture of a message. Throws where it cannot be read. */
export const pictureOf = async (file: Blob, name: string): Promise<Picture> => ({
  mediaType: file.type,
  base64: await base64Of(file),
  name,
  url: URL.createObjectURL(file),
})

/** Where the pictures and files of a record are read from, by their digests. */
export const objectAt =
  (record: string) =>
  (sha256: string): string =>
    `/r/${encodeURIComponent(record)}/object/${sha256}`

/** A picture that the record holds, to be said again. Throws where its bytes cannot be had. */
export const storedPicture = async (address: string, name: string): Promise<Picture> => {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error("A picture of this message cannot be read.")
  return pictureOf(await answer.blob(), name)
}

/** What stands against sending these pictures together; undefined where nothing does. */
export const tooMuch = (pictures: readonly Picture[]): string | undefined => {
  if (pictures.length > 20) return "A message takes twenty pictures at most; remove some."
  const chars = pictures.reduce((sum, { base64 }) => sum + base64.length, 0)
  return chars > most ? "These pictures are too large to go in one message; remove some." : undefined
}
