import type { Dice } from './dice.ts'

/** A secret that only its surroundings give away; `§` marks where it stands. */
export type PlacedKind = {
  kind: string
  make: (dice: Dice) => string
  tuned: readonly string[]
  held: readonly string[]
}
