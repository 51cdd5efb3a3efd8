"use client"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"

/** What a page has asked stays true: everything it asks for is of a fixed head. So nothing is asked twice. */
const client = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 300_000,
        retry: 1,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    },
  })

export const Queries = ({ children }: { readonly children: ReactNode }) => {
  const [queries] = useState(client)
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}
