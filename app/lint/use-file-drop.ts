"use client"
import { useEffect } from "react"

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") === true

/** Takes the first file dropped anywhere on the page. `take` must not change between renders. */
export const useFileDrop = (take: (file: File) => void): void => {
  useEffect(() => {
    const hover = (event: DragEvent): void => {
      if (holdsFiles(event)) event.preventDefault()
    }
    const drop = (event: DragEvent): void => {
      const file = event.dataTransfer?.files[0]
      if (!holdsFiles(event) || file === undefined) return
      event.preventDefault()
      take(file)
    }
    window.addEventListener("dragover", hover)
    window.addEventListener("drop", drop)
    return () => {
      window.removeEventListener("dragover", hover)
      window.removeEventListener("drop", drop)
    }
  }, [take])
}
