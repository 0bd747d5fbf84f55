/** Labelled pull requests, and what was known before each (bench/data/pulls). */
import { readdirSync, readFileSync } from 'node:fs'
import { memoryKindSchema } from '@teamlore/shared/memories'
import { z } from 'zod'
import { readPullLabels } from './pulls-labels.ts'

const memorySchema = z.object({
  id: z.string(),
  at: z.string(),
  kind: memoryKindSchema,
  statement: z.string(),
  reason: z.string().default(''),
  /** Of a memory whose place it takes. */
  replaces: z.string().optional(),
  anchors: z.array(z.object({ path: z.string(), symbol: z.string().optional() })),
  source: z.string(),
})
export type KnownMemory = z.infer<typeof memorySchema>

const pullSchema = z.object({
  id: z.string(),
  title: z.string(),
  at: z.string(),
  files: z.array(
    z.object({
      path: z.string(),
      old_path: z.string().optional(),
      status: z.enum(['added', 'modified', 'removed', 'renamed']),
      patch: z.string(),
    }),
  ),
})

const repositorySchema = z.object({
  name: z.string(),
  split: z.enum(['tuning', 'held']),
  memories: z.array(memorySchema),
  pulls: z.array(pullSchema),
})

export type LabelledPull = z.infer<typeof pullSchema> & { wanted: string[] }
export type PullsRepository = {
  name: string
  split: 'tuning' | 'held'
  memories: KnownMemory[]
  /** The oldest first. */
  pulls: LabelledPull[]
}

const FOLDER = new URL('../data/pulls/', import.meta.url)

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))

export const readPullsRepositories = (): PullsRepository[] => {
  const labels = readPullLabels()
  const wantedIn = (repository: string, pull: string): string[] => {
    const label = labels.find((one) => one.repository === repository && one.pull === pull)
    if (label === undefined) throw new Error(`${repository} ${pull} has no label.`)
    return label.wanted
  }
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => repositorySchema.parse(read(name)))
    .map(({ name, split, memories, pulls }) => ({
      name,
      split,
      memories: memories.toSorted((a, b) => a.at.localeCompare(b.at)),
      pulls: pulls
        .map((pull) => ({ ...pull, wanted: wantedIn(name, pull.id) }))
        .toSorted((a, b) => a.at.localeCompare(b.at)),
    }))
}
