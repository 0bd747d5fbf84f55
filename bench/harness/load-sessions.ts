import { createHash } from 'node:crypto'
import { makeEmbedDocuments, makeRefreshLexemeStats, type TextEmbedder } from '@teamlore/core'
import { registerEmbeddingSpace } from '@teamlore/db'
import type { BenchTeam, BenchWorld } from './bench-world.ts'
import { importSessions } from './import-sessions.ts'
import type { LoadedCorpus } from './load-corpus.ts'
import { readRows } from './read-rows.ts'

/** Something a search can find, by a name that is the same in every run. */
export type Source = {
  ref: string
  sourceId: string
  kind: string
  tool: string
  session: string
  /** Whole, as far as it is indexed. */
  text: string
}

export type LoadedSessions = LoadedCorpus & { sources: ReadonlyMap<string, Source> }

/** Imports, distils, embeds and counts the sessions below these paths in a team of their own. */
export const loadSessions = async (
  world: BenchWorld,
  paths: readonly string[],
  embedder: TextEmbedder,
): Promise<LoadedSessions> => {
  const team = await world.addTeam()
  await importSessions(world, team, paths)
  const registerSpace = () => registerEmbeddingSpace(world.engine, embedder.space)
  const { unitOfWork } = world
  await makeEmbedDocuments({ unitOfWork, embedder, registerSpace, batchSize: 64 })(team.systemScope)
  await makeRefreshLexemeStats({ unitOfWork, lagMs: -60_000 })(team.systemScope)
  const found = await readSources(world, team)
  const firsts = new Map<string, string>()
  const idOf = new Map<string, string>()
  const standsFor = new Map<string, string>()
  for (const { sourceId, ref, text } of found) {
    // What says the very same is one answer, whichever of its copies a search shows.
    const first = firsts.get(text) ?? ref
    firsts.set(text, first)
    idOf.set(sourceId, first)
    standsFor.set(ref, first)
  }
  return { team, idOf, standsFor, sources: new Map(found.map((source) => [source.ref, source])) }
}

type SourceRow = {
  source_id: string
  kind: string
  tool: string
  native_id: string
  key: string
  title: string
  text: string
}

const readSources = async (world: BenchWorld, { teamId }: BenchTeam): Promise<Source[]> => {
  const rows = await readRows<SourceRow>(
    world,
    `select d.source_id, d.kind, s.tool, s.native_id, min(d.title) as title,
       coalesce(min(m.key), min(o.key), min(u.prompt_number)::text) as key,
       string_agg(d.body, E'\\n' order by d.chunk) as text
     from teamlore.documents d
     join teamlore.sessions s on s.id = d.session_id
     left join teamlore.messages m on m.id = d.source_id
     left join teamlore.observations o on o.id = d.source_id
     left join teamlore.summaries u on u.id = d.source_id
     where d.team_id = '${teamId}'
     group by d.source_id, d.kind, s.tool, s.native_id`,
  )
  return rows
    .map((row) => ({
      ref: refOf(row),
      sourceId: row.source_id,
      kind: row.kind,
      tool: row.tool,
      session: row.native_id,
      text: row.kind === 'observation' ? `${row.title}\n${row.text}` : row.text,
    }))
    .sort((a, b) => (a.ref < b.ref ? -1 : 1))
}

/** Prompts and other messages share one name: which of them it is may change with what is known of the tool. */
const refOf = ({ kind, tool, native_id, key }: SourceRow): string => {
  const noun = kind === 'prompt' ? 'message' : kind
  const name = [noun, tool, native_id, key].join('\n')
  return createHash('sha256').update(name).digest('hex').slice(0, 12)
}
