const PREFIX = 'forgotten-'

/** The batch in which what was forgotten is said to wait: no file, and it counts as captured for as long as the tombstone is known. */
export const tombstoneBatch = (hash: string): string => PREFIX + hash

/** The tombstone that such a batch is named after; undefined for one of the spool. */
export const tombstoneIn = (batch: string): string | undefined =>
  batch.startsWith(PREFIX) ? batch.slice(PREFIX.length) : undefined
