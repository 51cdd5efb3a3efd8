"use client"
import { useOpenPalette } from "./palette.tsx"

export const PaletteButton = () => {
  const open = useOpenPalette()
  return (
    <button
      type="button"
      data-button="plain"
      onClick={open}
      aria-label="Commands"
      aria-keyshortcuts="Meta+K Control+K"
    >
      <span data-quiet="" data-exact="">
        ⌘K
      </span>
    </button>
  )
}
