import type { Case } from "./case.ts"
import { frame } from "./frame.ts"
import { line } from "./line.ts"
import { media } from "./media.ts"
import { rounds } from "./rounds.ts"
import { said } from "./said.ts"
import { thought } from "./thought.ts"
import { wires } from "./wires.ts"

/** Every conversation whose wires are kept. */
export const cases: readonly Case[] = [...said, ...rounds, ...thought, ...media, ...line, ...frame, ...wires]
