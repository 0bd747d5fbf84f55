import type { OtherSideOf } from '@teamlore/db'
import type { OtherSide, ToldSide } from '@teamlore/shared/memory-standing'

/** As its reader is told: of what it is the other side is said by where it is shown. */
export const otherSideOf = ({ memory_id: _, ...side }: OtherSideOf): OtherSide => side

/** An entry as it is told whole and, where that is too long, with the ids of its other sides alone. */
export const formsOf = <E extends { otherSides?: ToldSide[] }>(entry: E): E[] => {
  const { otherSides = [] } = entry
  if (otherSides.length === 0) return [entry]
  return [entry, { ...entry, otherSides: otherSides.map((side) => ({ ...side, statement: null })) }]
}
