import type { Memory } from '@teamlore/shared/memories'
import { z } from 'zod'

/** A memory as tools that write one return it: how it stands, not all that hangs on it. */
export const memoryOutput = z.object({
  id: z.string(),
  kind: z.string(),
  status: z.string().describe('unreviewed: it passed the checks, and nobody has reviewed it yet.'),
  topic: z.string().describe('What it is about, as a colleague would ask for it.'),
  statement: z.string(),
  confidence: z.number(),
  valid_from: z.string(),
  stale: z.string().nullable().describe('Why somebody holds it to be out of date.'),
  successor_id: z.string().nullable().describe('What took its place.'),
})

export const memoryOutputOf = (memory: Memory): z.input<typeof memoryOutput> => ({
  id: memory.id,
  kind: memory.kind,
  status: memory.status,
  topic: memory.topic,
  statement: memory.statement,
  confidence: memory.confidence,
  valid_from: memory.valid_from,
  stale: memory.stale?.reason ?? null,
  successor_id: memory.successor?.id ?? null,
})
