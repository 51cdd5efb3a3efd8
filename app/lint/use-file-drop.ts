"use client"
import { useEffect, useState } from "react"

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") === true

/** Takes the first file dropped anywhere on the page; tells whether one is held over it. `take` must not change between renders. */
export const useFileDrop = (take: (file: File) => void): boolean => {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const hover = (event: DragEvent): void => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent): void => {
      const file = event.dataTransfer?.files[0]
      setOver(false)
      if (!holdsFiles(event) || file === undefined) return
      event.preventDefault()
      take(file)
    }
    window.addEventListener("dragover", hover)
    window.addEventListener("dragleave", leave)
    window.addEventListener("drop", drop)
    return () => {
      window.removeEventListener("dragover", hover)
      window.removeEventListener("dragleave", leave)
      window.removeEventListener("drop", drop)
    }
  }, [take])
  return isOver
}
