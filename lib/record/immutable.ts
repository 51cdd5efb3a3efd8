/** Deep read-only view of a parsed value: nothing in the record is ever changed in place. */
export type Immutable<T> = T extends object ? { readonly [Key in keyof T]: Immutable<T[Key]> } : T
