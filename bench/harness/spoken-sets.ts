import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  makeEmbedDocuments,
  makeIngest,
  makeRefreshLexemeStats,
  type TextEmbedder,
} from '@teamlore/core'
import { registerEmbeddingSpace } from '@teamlore/db'
import type { IngestMessage, IngestSession } from '@teamlore/shared'
import { z } from 'zod'
import { BENCH_MACHINE, type BenchTeam, type BenchWorld } from './bench-world.ts'
import type { LoadedCorpus } from './load-corpus.ts'
import { readRows } from './read-rows.ts'
import type { Question, RetrievalSet } from './retrieval-sets.ts'

const questionSchema = z.object({
  question: z.string(),
  sort: z.string(),
  answers: z.array(z.string()),
})

const talkSchema = z.object({
  id: z.string(),
  title: z.string(),
  people: z.array(z.object({ name: z.string(), role: z.enum(['user', 'assistant']) })),
  turns: z.array(
    z.object({ id: z.string(), speaker: z.string(), at: z.string(), text: z.string() }),
  ),
  questions: z.array(questionSchema),
})

const roleSchema = z.enum(['user', 'assistant'])
const otherWordsSchema = z.object({
  id: z.string(),
  sessions: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      messages: z.array(
        z.object({ id: z.string(), role: roleSchema, at: z.string(), text: z.string() }),
      ),
    }),
  ),
  questions: z.array(questionSchema),
})

type Said = { id: string; role: z.infer<typeof roleSchema>; at: string; text: string }
type Spoken = { id: string; title: string; messages: Said[] }

/** What is searched as one: a project with its sessions. `people`: names that a model is not shown. */
type SpokenCorpus = { id: string; people: string[]; sessions: Spoken[]; questions: Question[] }

const foldersOf = (name: string): string[] => {
  const folder = fileURLToPath(new URL(`../data/${name}`, import.meta.url))
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => join(folder, file))
}

const questionsOf = (corpus: string, asked: z.infer<typeof questionSchema>[]): Question[] =>
  asked.map(({ question, sort, answers }, at) => ({
    id: `${corpus} ${at}`,
    text: question,
    corpus,
    sort,
    grades: new Map(answers.map((id) => [id, 1])),
  }))

const readTalk = (): SpokenCorpus[] =>
  foldersOf('talk').map((file) => {
    const { id, title, people, turns, questions } = talkSchema.parse(
      JSON.parse(readFileSync(file, 'utf8')),
    )
    const roles = new Map(people.map(({ name, role }) => [name, role]))
    const messages = turns.map(
      ({ speaker, ...turn }): Said => ({ ...turn, role: roles.get(speaker) ?? 'user' }),
    )
    const persons = people.filter(({ role }) => role === 'user').map(({ name }) => name)
    return {
      id,
      people: persons,
      sessions: [{ id, title, messages }],
      questions: questionsOf(id, questions),
    }
  })

const readOtherWords = (): SpokenCorpus[] =>
  foldersOf('other-words').map((file) => {
    const { id, sessions, questions } = otherWordsSchema.parse(
      JSON.parse(readFileSync(file, 'utf8')),
    )
    return { id, people: [], sessions, questions: questionsOf(id, questions) }
  })

const READERS = { talk: readTalk, 'other-words': readOtherWords } as const

export const SPOKEN_SETS = ['talk', 'other-words'] as const

/** A set of sessions that were written for it. Questions that nobody answered are left to `unanswered`. */
export const spokenSet = (name: (typeof SPOKEN_SETS)[number]): RetrievalSet => {
  const corpora = READERS[name]()
  return {
    name,
    queries: corpora.flatMap(({ questions }) => questions).filter(({ grades }) => grades.size > 0),
    isComplete: true,
    load: async (world, embedder) => {
      const loaded = new Map<string, LoadedCorpus>()
      for (const corpus of corpora) loaded.set(corpus.id, await loadSpoken(world, corpus, embedder))
      return loaded
    },
  }
}

/** Brings sessions of one project into a team of its own, with their vectors. */
export const loadSpoken = async (
  world: BenchWorld,
  { id, people, sessions }: Omit<SpokenCorpus, 'questions'>,
  embedder: TextEmbedder,
): Promise<LoadedCorpus> => {
  const team = await world.addTeam(people.length > 0 ? people : undefined)
  const ingest = makeIngest({ unitOfWork: world.unitOfWork })
  for (const session of sessions)
    await ingest(team.member, { machine: BENCH_MACHINE, sessions: [sessionOf(id, session)] })
  await makeEmbedDocuments({
    unitOfWork: world.unitOfWork,
    embedder,
    registerSpace: () => registerEmbeddingSpace(world.engine, embedder.space),
    batchSize: 64,
  })(team.systemScope)
  const { unitOfWork } = world
  await makeRefreshLexemeStats({ unitOfWork, lagMs: -60_000 })(team.systemScope)
  return { team, idOf: await idsOf(world, team) }
}

const idsOf = async (world: BenchWorld, { teamId }: BenchTeam): Promise<Map<string, string>> => {
  const rows = await readRows<{ id: string; key: string }>(
    world,
    `select id, key from teamlore.messages where team_id = '${teamId}'`,
  )
  return new Map(rows.map(({ id, key }) => [id, key]))
}

const sessionOf = (project: string, { id, title, messages }: Spoken): IngestSession => {
  const root = `/home/ann/${project}`
  return {
    tool: 'claude-code',
    native_id: `${project}-${id}`,
    kind: 'main',
    parent_native_id: null,
    project: {
      remote_url: `https://git.test/acme/${project}.git`,
      root_commit: null,
      root_path: root,
    },
    cwd: root,
    git_branch: 'main',
    git_head: null,
    tool_version: null,
    models: [],
    title,
    started_at: messages[0]?.at ?? null,
    ended_at: messages.at(-1)?.at ?? null,
    pull_requests: [],
    source: {
      path: `${root}/${id}.jsonl`,
      lines: messages.length,
      bad_lines: 0,
      unknown_records: 0,
      redactions: 0,
    },
    edits: [],
    messages: messages.map(messageOf),
  }
}

const messageOf = (
  { id, role, at, text }: Said,
  ordinal: number,
  all: readonly Said[],
): IngestMessage => ({
  key: id,
  parent_key: all[ordinal - 1]?.id ?? null,
  ordinal,
  ts: at,
  role,
  kind: role === 'user' ? 'human' : 'assistant',
  model: null,
  blocks: [{ type: 'text', text }],
  usage: null,
  cwd: null,
  git_branch: 'main',
  tool_version: null,
  is_abandoned: false,
})
