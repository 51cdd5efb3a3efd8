/** Where the record's page shows something for a target, as of the entry that is compared. */
export type HrefOf = (of: {
  readonly target: string
  readonly block?: string
  readonly filter?: string
}) => string
