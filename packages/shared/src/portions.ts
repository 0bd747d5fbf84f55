/** What one portion holds at most: so many items, and so much of whatever `sizeOf` counts. */
export type PortionLimits<T> = { items: number; size: number; sizeOf: (item: T) => number }

const createPortion = <T>({ items, size, sizeOf }: PortionLimits<T>) => {
  let portion: T[] = []
  let filled = 0
  return {
    /** Takes an item; returns the portion that it found no room in, if there was one. */
    add(item: T): T[] | undefined {
      const own = sizeOf(item)
      const isFull = portion.length > 0 && (portion.length >= items || filled + own > size)
      const full = isFull ? portion : undefined
      if (isFull) [portion, filled] = [[], 0]
      portion.push(item)
      filled += own
      return full
    },
    rest: (): T[][] => (portion.length === 0 ? [] : [portion]),
  }
}

/** Cuts items into portions, in their order; one that is larger than a portion goes alone. None of nothing. */
export const inPortions = <T>(items: Iterable<T>, limits: PortionLimits<T>): T[][] => {
  const portion = createPortion(limits)
  const full = [...items].flatMap((item) => {
    const one = portion.add(item)
    return one === undefined ? [] : [one]
  })
  return [...full, ...portion.rest()]
}

/** The same of items as they come. */
export async function* streamPortions<T>(
  items: AsyncIterable<T>,
  limits: PortionLimits<T>,
): AsyncGenerator<T[]> {
  const portion = createPortion(limits)
  for await (const item of items) {
    const full = portion.add(item)
    if (full !== undefined) yield full
  }
  yield* portion.rest()
}
