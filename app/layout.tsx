import { CSPProvider } from "@base-ui/react/csp-provider"
import type { Metadata, Viewport } from "next"
import { cookies } from "next/headers"
import type { ReactNode } from "react"
import "./globals.css"
import "./ui/fates.css"
import "./ui/popups.css"
import "./ui/runs.css"
import "./ui/severities.css"
import { PaletteProvider } from "#app/ui/palette.tsx"
import { Queries } from "#app/ui/queries.tsx"
import { themeCookie, themeOf } from "#app/ui/theme.ts"

export const dynamic = "force-dynamic"

export const metadata: Metadata = {
  title: { default: "Crossing", template: "%s · Crossing" },
  description: "What is stored, beside what crosses to the model.",
}

export const viewport: Viewport = { colorScheme: "light dark", width: "device-width", initialScale: 1 }

/** Every page is made for its request: the policy's nonce goes on its scripts, and the theme's cookie on html. */
const Layout = async ({ children }: { readonly children: ReactNode }) => {
  const theme = themeOf((await cookies()).get(themeCookie)?.value)
  return (
    <html lang="en" data-theme={theme} suppressHydrationWarning>
      <body>
        <CSPProvider disableStyleElements>
          <Queries>
            <PaletteProvider>{children}</PaletteProvider>
          </Queries>
        </CSPProvider>
      </body>
    </html>
  )
}

export default Layout
