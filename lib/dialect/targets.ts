/** Whom a wire is for: a row of capabilities. */
export type Target = { readonly id: string; readonly label: string; readonly dialect: string }
export declare const targets: { readonly [id: string]: Target }
