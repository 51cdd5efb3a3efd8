/** What the list can be narrowed to: what a record's crossings hold, and mirrored quotes in what is stored. */
export const traits = ["altered", "dropped", "findings", "quotes"] as const
export type Trait = (typeof traits)[number]
