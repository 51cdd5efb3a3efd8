export const register = async (): Promise<void> => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return
  const { start } = await import("#app/server/start.ts")
  await start()
}
