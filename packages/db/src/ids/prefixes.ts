import { type IdKind, KINDS, kindOfId, type OpenableId, PRESENT_KINDS } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, text } from '../sql/decode.ts'

/** Tables whose rows people open by a shortened id; of what a search finds none may be missing. */
const TABLES = {
  session: 'sessions',
  message: 'messages',
  observation: 'observations',
  summary: 'summaries',
  memory: 'memories',
  memoryFile: 'memory_files',
  commit: 'commits',
  entity: 'entities',
  sessionLink: 'session_links',
  sessionNote: 'session_notes',
  project: 'projects',
  machine: 'machines',
  apiKey: 'api_keys',
  grant: 'oauth_grants',
  managedClient: 'managed_clients',
  invitation: 'invitations',
  deletion: 'deletions',
} as const satisfies Partial<Record<IdKind, string>> & Record<OpenableId, string>

const DOCUMENTED = new Set<IdKind>(PRESENT_KINDS.map((kind) => KINDS[kind].id))

/** Tables of what these ids of sources of documents stand for; an id is in one of them at most. */
export const documentedTables = (ids: readonly string[]): string[] => {
  const kinds = new Set(ids.map((id) => kindOfId(id)))
  return Object.entries(TABLES).flatMap(([kind, table]) =>
    kinds.has(kind as IdKind) && DOCUMENTED.has(kind as IdKind) ? [table] : [],
  )
}

export type ResolvableKind = keyof typeof TABLES

export type ResolvedId =
  | { found: 'one'; id: string }
  | { found: 'none' }
  | { found: 'several'; examples: string[] }

/** Their rows are the team's as a whole; who may see one, sees a document of it. */
const SEEN_BY_DOCUMENT: readonly string[] = ['entity']

const ID_LENGTH = 26
const EXAMPLES = 3

const looksWhole = (text: string): boolean => text.length === text.indexOf('_') + 1 + ID_LENGTH

export const createIdPrefixReader = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** The one id of this kind that begins with `prefix`, among the rows this user may see. A whole id is not looked up. */
  async resolve(kind: ResolvableKind, prefix: string): Promise<ResolvedId> {
    if (kindOfId(prefix) !== kind || !/^[a-z]+_[0-9a-z]+$/.test(prefix)) return { found: 'none' }
    if (looksWhole(prefix)) return { found: 'one', id: prefix }
    const found = await decoded(
      tx,
      { id: text },
      sql`
      select id from teamlore.${sql.identifier(TABLES[kind])}
      where team_id = ${teamId} and id >= ${prefix} and id < ${`${prefix}~`}${
        SEEN_BY_DOCUMENT.includes(kind)
          ? sql` and id in (select source_id from teamlore.team_documents)`
          : sql``
      }
      order by id desc limit ${EXAMPLES}`,
    )
    const [first, second] = found
    if (first === undefined) return { found: 'none' }
    if (second === undefined) return { found: 'one', id: first.id }
    return { found: 'several', examples: found.map(({ id }) => id) }
  },
})
