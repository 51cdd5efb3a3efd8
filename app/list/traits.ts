/** What the list can be narrowed to, of what a record's crossings hold. */
export const traits = ["altered", "dropped", "findings"] as const
export type Trait = (typeof traits)[number]
