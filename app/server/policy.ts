/**
 * The content security policy of every page: nothing but our own scripts, and of those only what carries this
 * request's nonce; pictures only from our own objects. Development needs eval, inline styles and its socket.
 */
export const policy = (nonce: string, development = false): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' blob:",
    `connect-src 'self'${development ? " ws:" : ""}`,
    ...(development ? ["font-src 'self'"] : []), // of Next's own error overlay
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
  ].join("; ")
