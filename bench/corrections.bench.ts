/**
 * Whether a terse correction comes before what it corrects, and a look-alike before nothing: every message is a session of its own, among
 * others of its project, and a question is put to the search as people type it. `bench/data/corrections`, written by somebody who had
 * not read the rules; no model, no memories.
 */
import { makeNoteChanges, makeSearch } from '@teamlore/core'
import { createLocalEmbedder } from '@teamlore/models'
import {
  type ProjectId,
  type SearchResponse,
  type SessionId,
  searchQuerySchema,
} from '@teamlore/shared'
import { type Case, type Message, readSaidSet } from './corrections/said-sets.ts'
import { readBenchOptions } from './harness/bench-options.ts'
import { openBenchWorld } from './harness/bench-world.ts'
import { cachedEmbedder } from './harness/cached-embedder.ts'
import type { LoadedCorpus } from './harness/load-corpus.ts'
import { readRows } from './harness/read-rows.ts'
import { newReport, printReport } from './harness/report.ts'
import { loadSpoken } from './harness/spoken-sets.ts'

const options = readBenchOptions()
/** `--set dev`: what rules and weights were made on, by the hand that made them. */
const { corrections, lookAlikes, messages } = readSaidSet(
  options.sets.includes('dev') ? 'corrections-dev' : 'corrections',
)

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

type Found = { earlier: number; later: number; isMarked: boolean; isQueued: boolean }

const foundIn = (
  { earlier, later }: Case,
  { items }: SearchResponse,
  { idOf }: LoadedCorpus,
  queued: ReadonlySet<string>,
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
    isQueued: queued.has(`${later} ${earlier}`),
  }
}

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

/** What the job made of a project: each pair of messages that was replaced or waits for a person, by their keys. */
const pairsOf = async ({ team, idOf }: LoadedCorpus): Promise<string[]> => {
  const noteChanges = makeNoteChanges({ unitOfWork: world.unitOfWork })
  const sessions = await readRows<{ id: string; project_id: string }>(
    world,
    `select id, project_id from teamlore.sessions where team_id = '${team.teamId}' order by started_at, id`,
  )
  for (const { id, project_id } of sessions)
    await noteChanges(team.systemScope, {
      projectId: project_id as ProjectId,
      sessionId: id as SessionId,
    })
  const pairs = await readRows<{ newer: string; older: string }>(
    world,
    `select n.ref as newer, o.ref as older from teamlore.memory_relations r
      join teamlore.memory_evidence n on n.memory_id = r.from_id join teamlore.memory_evidence o on o.memory_id = r.to_id
      where r.team_id = '${team.teamId}' and r.status <> 'dismissed' and r.type in ('relates', 'contradicts', 'supersedes')`,
  )
  return pairs.map(({ newer, older }) => `${idOf.get(newer)} ${idOf.get(older)}`)
}

const queued = new Set<string>()
for (const corpus of loaded.values()) for (const pair of await pairsOf(corpus)) queued.add(pair)
const meant = new Set(
  [...corrections, ...lookAlikes].map(({ later, earlier }) => `${later} ${earlier}`),
)

const askAll = async (cases: readonly Case[]): Promise<Found[]> => {
  const found: Found[] = []
  for (const one of cases) {
    const corpus = loaded.get(one.project)
    if (corpus === undefined) throw new Error(`Nothing of ${one.project} was brought in.`)
    const query = searchQuerySchema.parse({ q: one.question, limit: 10 })
    found.push(foundIn(one, await search(corpus.team.scope, query), corpus, queued))
  }
  return found
}

const share = (found: readonly Found[], holds: (one: Found) => boolean): number =>
  found.filter(holds).length / found.length

const corrected = await askAll(corrections)
const alike = await askAll(lookAlikes)
report.tables.push([
  {
    what: 'corrections',
    asked: corrected.length,
    'new right first': share(corrected, ({ later }) => later === 0),
    'stale before new': share(corrected, ({ earlier, later }) => earlier < later),
    'marked as said later': share(corrected, ({ isMarked }) => isMarked),
    'replaced or queued': share(corrected, ({ isQueued }) => isQueued),
    'marked or queued': share(corrected, ({ isMarked, isQueued }) => isMarked || isQueued),
    'both among ten': share(corrected, ({ earlier, later }) => Math.max(earlier, later) < 10),
  },
])
report.tables.push([
  {
    what: 'look-alikes',
    asked: alike.length,
    'right first': share(alike, ({ earlier }) => earlier === 0),
    'reordered or marked': share(alike, ({ isMarked }) => isMarked),
    'replaced or queued': share(alike, ({ isQueued }) => isQueued),
    'marked or queued': share(alike, ({ isMarked, isQueued }) => isMarked || isQueued),
    'other pairs queued': [...queued].filter((pair) => !meant.has(pair)).length,
    'both among ten': share(alike, ({ earlier, later }) => Math.max(earlier, later) < 10),
  },
])
report.figures.push(...report.tables.flat())
await world.close()
printReport(report, options)
process.exit(0)
