import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TextEmbedder } from '@teamlore/core'
import { z } from 'zod'
import { benchEnv } from './bench-env.ts'
import type { BenchWorld } from './bench-world.ts'
import { FUNCTIONS, functionsSet } from './functions-set.ts'
import { type LoadedCorpus, loadCorpus } from './load-corpus.ts'
import { SPOKEN_SETS, spokenSet } from './spoken-sets.ts'
import { isTechnicalThere, TECHNICAL, technicalSet } from './technical-set.ts'

export type Question = {
  id: string
  text: string
  corpus: string
  /** What it is an example of, where a set says so. */
  sort?: string
  /** How well documents answer it, by id: 0 for those that were looked at and do not. Others were not looked at. */
  grades: ReadonlyMap<string, number>
}

/** Questions with the documents that answer them. Each corpus is searched by itself. */
export type RetrievalSet = {
  name: string
  queries: Question[]
  /** Whether documents without a grade were looked at too, and answer nothing. */
  isComplete: boolean
  load: (world: BenchWorld, embedder: TextEmbedder) => Promise<Map<string, LoadedCorpus>>
}

const idSchema = z.union([z.string(), z.number()]).transform(String)

const setSchema = z.object({
  corpora: z.record(z.string(), z.array(z.object({ id: idSchema, text: z.string() }))),
  queries: z.array(
    z.object({
      id: idSchema,
      text: z.string(),
      /** Ids of the documents that answer it, all equally right. */
      rel: z.array(idSchema).min(1),
      corpus: z.string(),
    }),
  ),
})

const OWN_FOLDER = fileURLToPath(new URL('../data', import.meta.url))

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => join(folder, name))
    : []

/** The project's own sets, and those of the shared folder where there is one. `missing` names what had to be left out. */
export const loadRetrievalSets = (
  wanted: readonly string[] = [],
): { sets: RetrievalSet[]; missing: string[] } => {
  const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name)
  const shared = filesIn(join(benchEnv().sharedDir, 'bench', 'retrieval'))
  const files = [...shared, ...filesIn(OWN_FOLDER)]
  const sets = files.filter((file) => isWanted(nameOf(file))).map(readSet)
  sets.push(...SPOKEN_SETS.filter(isWanted).map(spokenSet))
  if (isWanted(FUNCTIONS)) sets.push(functionsSet())
  const isTechnicalMissing = isWanted(TECHNICAL) && !isTechnicalThere()
  if (isWanted(TECHNICAL) && !isTechnicalMissing) sets.push(technicalSet())
  if (sets.length === 0 && !isTechnicalMissing) {
    const names = [...files.map(nameOf), ...SPOKEN_SETS, FUNCTIONS, TECHNICAL].join(', ')
    throw new Error(`There is no such set. There are: ${names}.`)
  }
  return { sets, missing: isTechnicalMissing ? [TECHNICAL] : [] }
}

const nameOf = (file: string): string => basename(file, '.json')

const readSet = (file: string): RetrievalSet => {
  const parsed = setSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success)
    throw new Error(`${file} is no set of questions: ${z.prettifyError(parsed.error)}`)
  const { corpora, queries } = parsed.data
  return {
    name: nameOf(file),
    queries: queries.map(({ rel, ...question }) => ({
      ...question,
      grades: new Map(rel.map((id) => [id, 1])),
    })),
    isComplete: true,
    load: async (world, embedder) => {
      const loaded = new Map<string, LoadedCorpus>()
      for (const [name, texts] of Object.entries(corpora))
        loaded.set(name, await loadCorpus(world, texts, embedder))
      return loaded
    },
  }
}
