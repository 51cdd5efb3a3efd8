/** The MCP library, loaded when the first server is reached: nobody who uses none waits for it. */
export const loadSdk = async () => {
  const [{ Client }, stdio, http, types] = await Promise.all([
    import("@modelcontextprotocol/sdk/client/index.js"),
    import("@modelcontextprotocol/sdk/client/stdio.js"),
    import("@modelcontextprotocol/sdk/client/streamableHttp.js"),
    import("@modelcontextprotocol/sdk/types.js"),
  ])
  return { Client, ...stdio, ...http, ...types }
}

export type Sdk = Awaited<ReturnType<typeof loadSdk>>
export type Transport = InstanceType<Sdk["StdioClientTransport"] | Sdk["StreamableHTTPClientTransport"]>
