"use client"
import { Menu } from "@base-ui/react/menu"
import { useSyncExternalStore } from "react"
import { type Commands, useCommands } from "./palette.tsx"
import { type Theme, themeCookie, themeOf, themes } from "./theme.ts"

const words = {
  system: { glyph: "◐", word: "As the system" },
  light: { glyph: "○", word: "Light" },
  dark: { glyph: "●", word: "Dark" },
} satisfies Record<Theme, { readonly glyph: string; readonly word: string }>

const changed = "crossing-theme"
const year = 31_536_000

/** Sets the theme of this page at once, and of later ones by a cookie. */
export const setTheme = (theme: Theme): void => {
  document.documentElement.dataset.theme = theme
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=${year}; samesite=lax`
  window.dispatchEvent(new Event(changed))
}

const commands: Commands = [
  {
    group: "Theme",
    commands: themes.map((theme) => ({
      label: `Theme: ${words[theme].word.toLowerCase()}`,
      run: () => setTheme(theme),
    })),
  },
]

const subscribe = (listen: () => void): (() => void) => {
  window.addEventListener(changed, listen)
  return () => window.removeEventListener(changed, listen)
}

const current = (): Theme => themeOf(document.documentElement.dataset.theme)

/** Three ways: as the system, light, dark. `initial` is what the server wrote on html. */
export const ThemeSwitch = ({ initial }: { readonly initial: Theme }) => {
  const theme = useSyncExternalStore(subscribe, current, () => initial)
  useCommands(commands)
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger data-button="plain" aria-label={`Theme: ${words[theme].word}`}>
        <span aria-hidden="true">{words[theme].glyph}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner data-positioner="" align="end" sideOffset={4}>
          <Menu.Popup data-popup="">
            <Menu.RadioGroup value={theme} onValueChange={(value: Theme) => setTheme(value)}>
              {themes.map((each) => (
                <Menu.RadioItem key={each} value={each} data-item="" closeOnClick>
                  <span>{words[each].word}</span>
                  <span aria-hidden="true">{words[each].glyph}</span>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
