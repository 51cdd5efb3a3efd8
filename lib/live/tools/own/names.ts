/** Names of our own tools; none of a server's begins so. */
export const searchSessions = "search_sessions"
export const readSession = "read_session"
export const compactConversation = "compact_conversation"

/** Those that only read the store. */
export const readingNames: ReadonlySet<string> = new Set([searchSessions, readSession])
