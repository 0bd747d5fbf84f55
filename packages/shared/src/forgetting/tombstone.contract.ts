import { z } from 'zod'

/** Of so many names at once a machine may ask. */
export const MOST_TOMBSTONES = 5_000

export const tombstoneMarkSchema = z.object({
  /** Another one whenever something of the team was forgotten, or was brought back. It says nothing else. */
  mark: z.string(),
})
export type TombstoneMark = z.infer<typeof tombstoneMarkSchema>

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/)

export const askTombstonesSchema = z.strictObject({
  /** Hashes of names of what the asker has. */
  hashes: z.array(hashSchema).min(1).max(MOST_TOMBSTONES),
})
export type AskTombstones = z.infer<typeof askTombstonesSchema>

export const tombstonesSchema = z.object({
  /** Those of them that were forgotten. */
  forgotten: z.array(z.string()),
})
export type Tombstones = z.infer<typeof tombstonesSchema>
