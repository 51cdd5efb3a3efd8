/** Whom to ask: the id of an offer, and a model where it is not the usual one. */
export type Choice = { readonly target: string; readonly model?: string }
