/** Sent with every answer, also with those that `proxy.ts` never sees; the policy with its nonce is set there. */
const headers = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  // `no-referrer` would turn the Origin of our own forms into `null`, and the check of state-changing requests needs it.
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "X-DNS-Prefetch-Control", value: "off" },
  { key: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=(), payment=(), usb=()" },
]

/** Names this build: what an older one made for its own pages is made anew. Not said under `next dev`, where code changes. */
const build = process.env.NODE_ENV === "production" ? { CROSSING_BUILD: String(Date.now()) } : {}

/** @type {import("next").NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  agentRules: false,
  devIndicators: false,
  env: build,
  logging: { serverFunctions: false }, // development would print what actions are given, and a key is among it
  serverExternalPackages: ["postgres", "@modelcontextprotocol/sdk"],
  headers: async () => [{ source: "/:path*", headers }],
}
