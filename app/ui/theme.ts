/** Light, dark, or as the system has it: the value of `data-theme` on html, kept in a cookie so that the server writes it. */
export const themes = ["system", "light", "dark"] as const
export type Theme = (typeof themes)[number]

export const themeCookie = "theme"

export const themeOf = (value: string | undefined): Theme =>
  themes.find((theme) => theme === value) ?? "system"
