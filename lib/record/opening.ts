/** Entries at a record's beginning in which the words are looked for that it is called by. */
export const openingEntries = 12
