/** Where a name stands in a text, by the key of the entity that bears it. */
export type FoundKey = { key: string; at: number; length: number }

/**
 * What was found by looking through the whole of a book, for the next ingest of it: as long as no name changed, a text that is the
 * same has the same names in it, and the same names are near each other. Nothing depends on it but time.
 */
export type CachedLooks = {
  /** All names that this was found among. */
  names: string
  found: Map<string, readonly FoundKey[]>
  near: readonly (readonly [string, string])[] | undefined
}

export const newCachedLooks = (): CachedLooks => ({ names: '', found: new Map(), near: undefined })

type Named = { key: string; name: string; aliases: readonly string[]; source: unknown }

/** Forgets what was found among other names. */
export const amongNames = (looks: CachedLooks, entities: readonly Named[]): CachedLooks => {
  const names = JSON.stringify(
    entities.map(({ key, name, aliases, source }) => [key, name, aliases, source === null]),
  )
  if (looks.names === names) return looks
  looks.names = names
  looks.found = new Map()
  looks.near = undefined
  return looks
}
