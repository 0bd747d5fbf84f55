/**
 * Whether a terse correction comes before what it corrects, and a look-alike before nothing: every message is a session of its own, among
 * others of its project, and a question is put to the search as people type it. `bench/data/corrections`, written by somebody who had
 * not read the rules; no model, no memories. `--set distilled`: the same messages distilled by the recorded answers of a language model
 * and curated, and their memories judged in pairs; `CORRECTIONS_OPEN=FOLDER` writes there what nobody has answered.
 */
import { makeNoteChanges, makeSearch } from '@teamlore/core'
import { createLocalEmbedder } from '@teamlore/models'
import {
  type ProjectId,
  type SearchResponse,
  type SessionId,
  searchQuerySchema,
} from '@teamlore/shared'
import { distilCorpus, judgeCorpus, madeOf } from './corrections/distilled.ts'
import { type Case, type Message, readSaidSet } from './corrections/said-sets.ts'
import { readBenchOptions } from './harness/bench-options.ts'
import { openBenchWorld } from './harness/bench-world.ts'
import { cachedEmbedder } from './harness/cached-embedder.ts'
import type { LoadedCorpus } from './harness/load-corpus.ts'
import { readRows } from './harness/read-rows.ts'
import { recordedModel } from './harness/recorded-model.ts'
import { newReport, printReport, progress } from './harness/report.ts'
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

const isDistilled = options.sets.includes('distilled')
/** What findings and memories were made of, by their ids. */
const origins = new Map<string, string>()

type Found = { earlier: number; later: number; isMarked: boolean }

const foundIn = (
  { earlier, later }: Case,
  { items }: SearchResponse,
  { idOf }: LoadedCorpus,
): Found => {
  const keys = items.map(
    ({ id, message_id }) => idOf.get(message_id ?? '') ?? origins.get(id) ?? '',
  )
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

const report = newReport('corrections')
const embedder = cachedEmbedder(createLocalEmbedder())
const world = await openBenchWorld(options.engines[0] ?? 'embedded')
const projects = [...new Set(messages.map(({ project }) => project))]
const loaded = new Map<string, LoadedCorpus>()
for (const project of projects) {
  const sessions = messages.filter((one) => one.project === project).map(sessionOf)
  loaded.set(project, await loadSpoken(world, { id: project, people: [], sessions }, embedder))
}
const search = makeSearch({ unitOfWork: world.unitOfWork, embedder })

/** What the job does that looks for changes in what is said. */
const noteAll = async ({ team }: LoadedCorpus): Promise<void> => {
  const noteChanges = makeNoteChanges({
    unitOfWork: world.unitOfWork,
    space: embedder.space,
  })
  const sessions = await readRows<{ id: string; project_id: string }>(
    world,
    `select id, project_id from teamlore.sessions where team_id = '${team.teamId}' order by started_at, id`,
  )
  for (const { id, project_id } of sessions)
    await noteChanges(team.systemScope, {
      projectId: project_id as ProjectId,
      sessionId: id as SessionId,
    })
}

/** Each pair of messages that was replaced or waits for a person, by their keys. */
const pairsOf = async ({ team, idOf }: LoadedCorpus): Promise<string[]> => {
  const pairs = await readRows<{ newer: string; older: string }>(
    world,
    `select n.ref as newer, o.ref as older from teamlore.memory_relations r
      join teamlore.memory_evidence n on n.memory_id = r.from_id join teamlore.memory_evidence o on o.memory_id = r.to_id
      where r.team_id = '${team.teamId}' and r.status <> 'dismissed' and r.type in ('relates', 'contradicts', 'supersedes')`,
  )
  return pairs.map(({ newer, older }) => `${idOf.get(newer)} ${idOf.get(older)}`)
}

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

const share = <T>(all: readonly T[], holds: (one: T) => boolean): number =>
  all.filter(holds).length / all.length

if (isDistilled) {
  const openIn = process.env['CORRECTIONS_OPEN']
  const model = recordedModel(['said.jsonl'], openIn)
  for (const [project, corpus] of loaded) {
    progress(`corrections: ${project} is distilled`)
    await distilCorpus(world, corpus, { embedder, ask: model.ask })
    await noteAll(corpus)
    await judgeCorpus(world, corpus, { embedder, ask: model.ask })
    for (const [id, key] of await madeOf(world, corpus)) origins.set(id, key)
  }
  if (openIn !== undefined && model.counts.missing === 0) model.keep('said.jsonl')
  report.tables.push([{ what: 'questions to the model', ...model.counts }])
}
const asked = {
  corrections: await askAll(corrections),
  'look-alikes': await askAll(lookAlikes),
}
// Questions come first: what the job makes of the messages are hits as well.
const queued = new Set<string>()
for (const corpus of loaded.values()) {
  if (!isDistilled) await noteAll(corpus)
  for (const pair of await pairsOf(corpus)) queued.add(pair)
}
const isQueued = ({ later, earlier }: Case) => queued.has(`${later} ${earlier}`)

const remembered = new Set([...origins].flatMap(([id, key]) => (id.startsWith('mem_') ? key : [])))
/** Both were worth a memory to the model. */
const isRemembered = ({ earlier, later }: Case) => remembered.has(earlier) && remembered.has(later)

const tables: [what: string, cases: Case[], found: Found[]][] = [
  ['corrections', corrections, asked.corrections],
  ['look-alikes', lookAlikes, asked['look-alikes']],
]
/** Of these projects causes of misses were looked for; the others were seen as figures alone. */
const LOOKED_INTO = new Set(projects.slice(0, 5))
if (isDistilled) {
  for (const [what, cases, found] of [...tables]) {
    const unseen = cases.map((one, at) => [one, found[at]] as const)
    const kept = unseen.filter(([{ project }]) => !LOOKED_INTO.has(project))
    tables.push([
      `${what} of projects not looked into`,
      kept.map(([one]) => one),
      kept.flatMap(([, one]) => one ?? []),
    ])
  }
  const both = corrections.map((one, at) => [one, asked.corrections[at]] as const)
  const kept = both.filter(([one]) => isRemembered(one))
  tables.push([
    'corrections of which both are memories',
    kept.map(([one]) => one),
    kept.flatMap(([, found]) => found ?? []),
  ])
}
for (const [what, cases, found] of tables) {
  const both = cases.filter((one, at) => isQueued(one) || found[at]?.isMarked === true)
  report.tables.push([
    {
      what,
      asked: cases.length,
      'earlier first': share(found, ({ earlier }) => earlier === 0),
      'later first': share(found, ({ later }) => later === 0),
      'earlier before later': share(found, ({ earlier, later }) => earlier < later),
      'marked as said later': share(found, ({ isMarked }) => isMarked),
      'replaced or queued': share(cases, isQueued),
      'marked or queued': both.length / cases.length,
      'both among ten': share(found, ({ earlier, later }) => Math.max(earlier, later) < 10),
    },
  ])
}
const meant = [...corrections, ...lookAlikes].filter(isQueued).length
report.tables.push([
  { what: 'pairs of other messages', messages: messages.length, queued: queued.size - meant },
])
report.figures.push(...report.tables.flat())
await world.close()
printReport(report, options)
process.exit(0)
