import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { benchEnv } from './bench-env.ts'
import { loadSessions } from './load-sessions.ts'
import type { RetrievalSet } from './retrieval-sets.ts'

export const TECHNICAL = 'technical'

/** Its judgments; bench/data/technical/README.md says how they were made. */
export const TECHNICAL_FILE = fileURLToPath(
  new URL('../data/technical/questions.json', import.meta.url),
)

/** References in one line each, so that a change to the judgments can be read. */
const refsSchema = z.string().regex(/^(?:[0-9a-f]{12}(?: |$))*$/)

export const technicalSchema = z.object({
  /** Session files and folders that are imported, below `sessions` of the shared folder. */
  sessions: z.array(z.string()).min(1),
  queries: z.array(
    z.object({
      id: z.string(),
      sort: z.enum([
        'identifier',
        'error',
        'path',
        'command',
        'setting',
        'why',
        'paraphrase',
        'topic',
      ]),
      text: z.string(),
      /** What whoever asks wants to learn. */
      need: z.string(),
      /** By which a document gets 2; what only touches it gets 1. */
      rule: z.string(),
      /** Regular expression without which no document can be relevant; spares reading what cannot. */
      must: z.string(),
      grades: z.object({ '2': refsSchema, '1': refsSchema, '0': refsSchema }),
    }),
  ),
})

export type TechnicalData = z.infer<typeof technicalSchema>

export const GRADES = [2, 1, 0] as const

/** What was judged of a question, by reference. */
export const gradesOf = ({
  grades,
}: Pick<TechnicalData['queries'][number], 'grades'>): Map<string, number> =>
  new Map(
    GRADES.flatMap((grade) =>
      grades[`${grade}`]
        .split(' ')
        .filter((ref) => ref !== '')
        .map((ref) => [ref, grade] as const),
    ),
  )

export const readTechnical = (): TechnicalData =>
  technicalSchema.parse(JSON.parse(readFileSync(TECHNICAL_FILE, 'utf8')))

const sessionsFolder = (): string => join(benchEnv().sharedDir, 'sessions')

export const technicalPaths = ({ sessions }: Pick<TechnicalData, 'sessions'>): string[] =>
  sessions.map((path) => join(sessionsFolder(), path))

export const isTechnicalThere = (): boolean =>
  existsSync(TECHNICAL_FILE) && technicalPaths(readTechnical()).every((path) => existsSync(path))

/** Questions of developers over real sessions of many tools. */
export const technicalSet = (): RetrievalSet => {
  const data = readTechnical()
  return {
    name: TECHNICAL,
    queries: data.queries.map((query) => ({
      id: query.id,
      sort: query.sort,
      text: query.text,
      corpus: TECHNICAL,
      grades: gradesOf(query),
    })),
    isComplete: false,
    load: async (world, embedder) =>
      new Map([[TECHNICAL, await loadSessions(world, technicalPaths(data), embedder)]]),
  }
}
