import type { ShownSide } from '@teamlore/shared/memory-standing'

/** An entry as it is shown whole and, where that is too long, with the ids of its other sides alone. */
export const formsOf = <E extends { otherSides?: ShownSide[] }>(entry: E): E[] => {
  const { otherSides = [] } = entry
  if (otherSides.length === 0) return [entry]
  return [entry, { ...entry, otherSides: otherSides.map((side) => ({ ...side, statement: null })) }]
}
