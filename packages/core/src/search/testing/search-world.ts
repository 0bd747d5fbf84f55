import { type Engine, registerEmbeddingSpace } from '@teamlore/db'
import { createTestDatabase } from '@teamlore/db/testing'
import { type SearchQuery, type SearchResponse, searchQuerySchema } from '@teamlore/shared'
import { grantSystemScope, grantTeamScope } from '../../identity/teams/team-scope.ts'
import { buildMessage, text } from '../../testing/ingest-builders.ts'
import { createIngestWorld } from '../../testing/ingest-world.ts'
import { makeEmbedDocuments } from '../embed-documents.ts'
import { makeRefreshLexemeStats } from '../refresh-lexeme-stats.ts'
import { makeSearch } from '../search.ts'
import { createWordEmbedder } from './word-embedder.ts'

export const NOW = new Date('2026-01-06T08:00:00Z')

export const asks = (ordinal: number, words: string) =>
  buildMessage(ordinal, { role: 'user', kind: 'human', model: null, blocks: [text(words)] })

export const says = (ordinal: number, words: string) =>
  buildMessage(ordinal, { blocks: [text(words)] })

/** A team whose sessions are searched. */
export const createSearchWorld = async (engine: Engine) => {
  const world = await createIngestWorld(engine)
  const embedder = createWordEmbedder()
  const { unitOfWork, teamId } = world.team
  const systemScope = grantSystemScope(teamId)
  const now = () => NOW
  const search = makeSearch({ unitOfWork, embedder, now })
  const person = async (name: string) => {
    const member = await world.team.addMember('member', name)
    return grantTeamScope({ ...member, actor: { kind: 'user', via: 'api_key' } }, 'member')
  }
  const registerSpace = () => registerEmbeddingSpace(engine, embedder.space)
  const embedDocuments = makeEmbedDocuments({ unitOfWork, embedder, registerSpace, batchSize: 8 })
  return {
    ...world,
    engine,
    embedder,
    systemScope,
    unitOfWork,
    search,
    person,
    embed: () => embedDocuments(systemScope),
    count: () => makeRefreshLexemeStats({ unitOfWork, lagMs: -60_000 })(systemScope),
    ask: (q: string, more: Partial<SearchQuery> = {}): Promise<SearchResponse> =>
      search(world.scope, { ...searchQuerySchema.parse({ q }), ...more }),
  }
}

export type SearchWorld = Awaited<ReturnType<typeof createSearchWorld>>

/** The same over a database of its own, for all tests of a file. */
export const openSearchWorld = async () => {
  const database = await createTestDatabase()
  const world = await createSearchWorld(database.engine)
  return { ...world, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() }
}

export type OwnSearchWorld = Awaited<ReturnType<typeof openSearchWorld>>
