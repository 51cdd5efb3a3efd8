"use client"
import { useEffect } from "react"

/** Takes a text or a file pasted anywhere but in a field, so that nothing need be clicked first. */
export const usePaste = (takeText: (text: string) => void, takeFile: (file: File) => void): void => {
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      if (event.target instanceof HTMLElement && event.target.closest("input, textarea, select") !== null)
        return
      const file = event.clipboardData?.files[0]
      const text = event.clipboardData?.getData("text/plain") ?? ""
      if (file !== undefined) takeFile(file)
      else if (text !== "") takeText(text)
    }
    window.addEventListener("paste", paste)
    return () => window.removeEventListener("paste", paste)
  }, [takeText, takeFile])
}
