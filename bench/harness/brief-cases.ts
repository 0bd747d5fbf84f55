import { createHash } from 'node:crypto'
import { join } from 'node:path'
import {
  makeDistilSession,
  makeEmbedDocuments,
  makeGetContext,
  makeListSessions,
  makeRefreshLexemeStats,
  makeSearch,
  type TextEmbedder,
} from '@teamlore/core'
import { registerEmbeddingSpace } from '@teamlore/db'
import { contextQuerySchema, type SessionId } from '@teamlore/shared'
import type { BenchTeam, BenchWorld } from './bench-world.ts'
import { sendSessions } from './import-sessions.ts'
import { readRows } from './read-rows.ts'
import { type RealSession, realSessions } from './real-sessions.ts'

/** One project whose sessions follow each other for a week, each begun by a prompt that says what is wanted. */
const PROJECT = 'agents-md-evaluator'
/** Before these there is nothing to know. */
const FIRST = 5
const NEWEST = 10
const BUDGET = 1_500

/** Something that an earlier session holds, by a name that is the same in every run. */
export type Fact = { ref: string; id: string; session: string; text: string; files: string[] }

export type Answered = { facts: string[]; tokens: number; ms: number }

/** A prompt that a session began with, and what was known before it. */
export type BriefCase = {
  session: string
  prompt: string
  /** Files that the session then changed or read. */
  touched: string[]
  known: Fact[]
  /** Asked with the prompt, as an agent does. */
  asked: Answered
  /** Asked without, as a hook does. */
  unasked: Answered
  newest: Answered
}

type FactRow = {
  id: string
  kind: string
  native_id: string
  key: string
  text: string
  files: string[]
}

const refOf = ({ kind, native_id, key }: FactRow): string =>
  createHash('sha256').update([kind, native_id, key].join('\n')).digest('hex').slice(0, 12)

/** What a brief may hold of sessions: findings, and what prompts came to; the newest first. */
const factsOf = async (world: BenchWorld, { teamId }: BenchTeam): Promise<Fact[]> => {
  const rows = await readRows<FactRow>(
    world,
    `select o.id, 'observation' as kind, s.native_id, o.key, concat_ws(' — ', o.title, o.subtitle) as text,
       to_json(o.files_read || o.files_modified) as files, o.occurred_at
     from teamlore.observations o join teamlore.sessions s on s.id = o.session_id
     where o.team_id = '${teamId}' and o.superseded_at is null
     union all
     select y.id, 'summary', s.native_id, y.prompt_number::text,
       concat_ws(' — ', left(y.request, 240), left(y.completed, 240), left(y.learned, 160), left(y.next_steps, 120)),
       (select coalesce(json_agg(distinct e.path), '[]') from teamlore.edits e where e.session_id = y.session_id), y.occurred_at
     from teamlore.summaries y join teamlore.sessions s on s.id = y.session_id
     where y.team_id = '${teamId}' and y.superseded_at is null
     order by occurred_at desc nulls last, id desc`,
  )
  return rows.map((row) => ({
    ref: refOf(row),
    id: row.id,
    session: row.native_id,
    text: row.text.replace(/\s+/g, ' '),
    files: row.files,
  }))
}

const promptOf = ({ session }: RealSession): string =>
  session.messages
    .filter(({ kind }) => kind === 'human')
    .slice(0, 1)
    .flatMap(({ blocks }) => blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])))
    .join('\n')

const PATHS = ['file_path', 'path', 'notebook_path']

const touchedBy = ({ session }: RealSession): string[] => {
  const read = session.messages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => {
      if (block.type !== 'tool_call' || typeof block.input !== 'object') return []
      const input = block.input as Record<string, unknown>
      return PATHS.flatMap((name) => (typeof input[name] === 'string' ? [String(input[name])] : []))
    }),
  )
  return [...new Set([...session.edits.map(({ path }) => path), ...read])].map((path) =>
    path.replace(/^.*agents-md-evaluator\//, ''),
  )
}

const chosen = async (shared: string): Promise<RealSession[]> => {
  const found = new Map<string, RealSession>()
  for await (const one of realSessions(shared)) {
    const { cwd, native_id } = one.session
    if (cwd?.includes(PROJECT) === true && !found.has(native_id)) found.set(native_id, one)
  }
  return [...found.values()].sort((a, b) =>
    (a.session.started_at ?? '') < (b.session.started_at ?? '') ? -1 : 1,
  )
}

type Setting = { shared: string; embedder: TextEmbedder | undefined; most: number | undefined }

/** Takes one session after another in, and asks for a brief before each. */
export async function* briefCases(
  world: BenchWorld,
  { shared, embedder, most = Number.POSITIVE_INFINITY }: Setting,
): AsyncGenerator<BriefCase> {
  const team = await world.addTeam()
  const { unitOfWork } = world
  const distil = makeDistilSession({ unitOfWork })
  const list = makeListSessions({ unitOfWork })
  const search = makeSearch({ unitOfWork, ...(embedder && { embedder }) })
  const known = new Set<string>()
  let cases = 0
  for (const [at, one] of (await chosen(shared)).entries()) {
    if (cases >= most) return
    const prompt = promptOf(one)
    if (at >= FIRST && prompt !== '') {
      cases++
      const now = () => new Date(one.session.started_at ?? Date.now())
      const context = makeGetContext({ unitOfWork, search, now })
      const facts = await factsOf(world, team)
      const refs = new Map(facts.map(({ id, ref }) => [id, ref]))
      const ask = async (q: string | undefined): Promise<Answered> => {
        const began = performance.now()
        const query = { project: PROJECT, q, budget_tokens: BUDGET }
        const { included, tokens } = await context(team.scope, contextQuerySchema.parse(query))
        const ms = performance.now() - began
        return { facts: included.flatMap(({ id }) => refs.get(id) ?? []), tokens, ms }
      }
      const newest = facts.slice(0, NEWEST)
      yield {
        session: one.session.native_id,
        prompt,
        touched: touchedBy(one),
        known: facts,
        asked: await ask(prompt),
        unasked: await ask(undefined),
        newest: { facts: newest.map(({ ref }) => ref), tokens: tokensOf(newest), ms: 0 },
      }
    }
    await sendSessions(world, team, [join(shared, one.file)])
    const { items } = await list(team.scope, { limit: 100 })
    for (const { id } of items)
      if (!known.has(id)) {
        known.add(id)
        await distil(team.systemScope, { sessionId: id as SessionId })
      }
    if (embedder !== undefined) {
      const registerSpace = () => registerEmbeddingSpace(world.engine, embedder.space)
      const embed = makeEmbedDocuments({ unitOfWork, embedder, registerSpace, batchSize: 64 })
      await embed(team.systemScope)
    }
    await makeRefreshLexemeStats({ unitOfWork, lagMs: -60_000 })(team.systemScope)
  }
}

/** About so many tokens a plain list of them costs. */
const tokensOf = (facts: readonly Fact[]): number =>
  Math.round(facts.reduce((sum, { text }) => sum + text.length, 0) / 4)
