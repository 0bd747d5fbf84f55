import type { Dice } from './dice.ts'

/** A kind of key that its shape alone gives away, with the name of a variable it would be kept in. */
export type ShapedKind = { kind: string; variable: string; make: (dice: Dice) => string }
