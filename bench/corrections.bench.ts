/**
 * Whether a terse correction comes before what it corrects, and a look-alike before nothing: every message is a session of its own, among
 * others of its project, and a question is put to the search as people type it. `bench/data/corrections`, written by somebody who had
 * not read the rules; no model, no memories.
 */
import { readFileSync } from 'node:fs'
import { makeSearch } from '@teamlore/core'
import { createLocalEmbedder } from '@teamlore/models'
import { type SearchResponse, searchQuerySchema } from '@teamlore/shared'
import { z } from 'zod'
import { readBenchOptions } from './harness/bench-options.ts'
import { openBenchWorld } from './harness/bench-world.ts'
import { cachedEmbedder } from './harness/cached-embedder.ts'
import type { LoadedCorpus } from './harness/load-corpus.ts'
import { newReport, printReport } from './harness/report.ts'
import { loadSpoken } from './harness/spoken-sets.ts'

const saidSchema = z.object({
  date: z.string(),
  who: z.enum(['person', 'agent']),
  text: z.string(),
})
const pairSchema = z.object({ id: z.string(), project: z.string(), question: z.string() })
const correctionSchema = pairSchema.extend({ old: saidSchema, new: saidSchema })
const lookAlikeSchema = pairSchema.extend({ first: saidSchema, second: saidSchema })
const talkSchema = saidSchema.extend({ project: z.string() })

const linesOf = <T>(name: string, schema: z.ZodType<T>): T[] =>
  readFileSync(new URL(`data/corrections/${name}.jsonl`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => schema.parse(JSON.parse(line)))

type Said = z.infer<typeof saidSchema>
type Message = { id: string } & Said
type Case = { id: string; project: string; question: string; earlier: string; later: string }

const corrections = linesOf('corrections', correctionSchema)
const lookAlikes = linesOf('look-alikes', lookAlikeSchema)
const talk = linesOf('talk', talkSchema)

const messages: (Message & { project: string })[] = [
  ...corrections.flatMap(({ id, project, old, new: later }) => [
    { id: `${id}-earlier`, project, ...old },
    { id: `${id}-later`, project, ...later },
  ]),
  ...lookAlikes.flatMap(({ id, project, first, second }) => [
    { id: `${id}-earlier`, project, ...first },
    { id: `${id}-later`, project, ...second },
  ]),
  ...talk.map((one, at) => ({ id: `t${at}`, ...one })),
]

const sessionOf = ({ id, date, who, text }: Message) => ({
  id,
  title: '',
  messages: [
    {
      id,
      role: who === 'person' ? ('user' as const) : ('assistant' as const),
      at: `${date.slice(0, 10)}T10:00:00.000Z`,
      text,
    },
  ],
})

const caseOf = ({ id, project, question }: z.infer<typeof pairSchema>): Case => ({
  id,
  project,
  question,
  earlier: `${id}-earlier`,
  later: `${id}-later`,
})

type Found = { earlier: number; later: number; isMarked: boolean }

const foundIn = (
  { earlier, later }: Case,
  { items }: SearchResponse,
  { idOf }: LoadedCorpus,
): Found => {
  const keys = items.map(({ message_id }) => idOf.get(message_id ?? '') ?? '')
  const placeOf = (key: string) => {
    const at = keys.indexOf(key)
    return at < 0 ? Number.POSITIVE_INFINITY : at
  }
  const marked = items[placeOf(later)]?.said_later_than
  return {
    earlier: placeOf(earlier),
    later: placeOf(later),
    isMarked: marked !== undefined && idOf.get(marked) === earlier,
  }
}

const options = readBenchOptions()
const report = newReport('corrections')
const embedder = cachedEmbedder(createLocalEmbedder())
const world = await openBenchWorld('embedded')
const projects = [...new Set(messages.map(({ project }) => project))]
const loaded = new Map<string, LoadedCorpus>()
for (const project of projects) {
  const sessions = messages.filter((one) => one.project === project).map(sessionOf)
  loaded.set(project, await loadSpoken(world, { id: project, people: [], sessions }, embedder))
}
const search = makeSearch({ unitOfWork: world.unitOfWork, embedder })

const askAll = async (cases: readonly Case[]): Promise<Found[]> => {
  const found: Found[] = []
  for (const one of cases) {
    const corpus = loaded.get(one.project)
    if (corpus === undefined) throw new Error(`Nothing of ${one.project} was brought in.`)
    const query = searchQuerySchema.parse({ q: one.question, limit: 10 })
    found.push(foundIn(one, await search(corpus.team.scope, query), corpus))
  }
  return found
}

const share = (found: readonly Found[], holds: (one: Found) => boolean): number =>
  found.filter(holds).length / found.length

const corrected = await askAll(corrections.map(caseOf))
const alike = await askAll(lookAlikes.map(caseOf))
report.tables.push([
  {
    what: 'corrections',
    asked: corrected.length,
    'new right first': share(corrected, ({ later }) => later === 0),
    'stale before new': share(corrected, ({ earlier, later }) => earlier < later),
    'marked as said later': share(corrected, ({ isMarked }) => isMarked),
    'both among ten': share(corrected, ({ earlier, later }) => Math.max(earlier, later) < 10),
  },
])
report.tables.push([
  {
    what: 'look-alikes',
    asked: alike.length,
    'right first': share(alike, ({ earlier }) => earlier === 0),
    'reordered or marked': share(alike, ({ isMarked }) => isMarked),
    'both among ten': share(alike, ({ earlier, later }) => Math.max(earlier, later) < 10),
  },
])
report.figures.push(...report.tables.flat())
await world.close()
printReport(report, options)
process.exit(0)
