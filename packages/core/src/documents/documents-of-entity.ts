import type { Entity, JsonValue } from '@teamlore/lorebook'
import type { TeamId, TeamRole } from '@teamlore/shared'
import type { EntityId } from '@teamlore/shared/books'
import { recordTokens } from '../text/count-tokens.ts'
import { scopeLexeme } from '../text/scope-lexeme.ts'
import { buildDocuments, type DocumentOptions } from './build-documents.ts'
import type { NewDocument } from './new-document.ts'

/** What of an entity some roles see; null: all roles see the same. */
export type SeenEntity = { roles: TeamRole[] | null; entity: Entity; relations: readonly string[] }

export type EntityOfDocument = {
  id: EntityId
  teamId: TeamId
  /** Name of the book. */
  book: string
  seen: readonly SeenEntity[]
}

/** Chunks of one text are fewer. */
const CHUNKS_OF_A_TEXT = 100_000

const said = (value: JsonValue | undefined): string => {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(said).join(', ')
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Properties and relationships as people write them, then the text of the note. */
export const textOfEntity = (
  { aliases, properties, body }: Entity,
  relations: readonly string[],
): string => {
  const facts = Object.entries(properties).map(([name, value]) => `${name}: ${said(value)}`)
  const names = aliases.length === 0 ? [] : [`Also called: ${aliases.join(', ')}`]
  return [[...names, ...facts, ...relations].join('\n'), body.trim()]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Documents of an entity of a lorebook: a text for each group of roles that sees it as another does not. */
export const documentsOfEntity = (
  { id, teamId, book, seen }: EntityOfDocument,
  options: DocumentOptions = {},
): NewDocument[] =>
  seen.flatMap(({ roles, entity, relations }, at) => {
    const body = textOfEntity(entity, relations)
    return buildDocuments(
      { teamId, projectId: null, privateTo: null },
      {
        sessionId: null,
        messageId: null,
        kind: 'entity',
        sourceId: id,
        type: entity.type,
        concepts: entity.tags,
        paths: entity.source === null ? [] : [entity.source.path],
        tool: null,
        gitBranch: null,
        authorId: null,
        origin: 'import',
        status: 'current',
        occurredAt: null,
        embedPriority: 3,
      },
      {
        title: entity.name,
        titleWeight: 'A',
        body: body === '' ? entity.name : body,
        bodyWeight: 'C',
        firstChunk: at * CHUNKS_OF_A_TEXT,
        tokens: recordTokens(body),
      },
      { ...options, roles, scopes: [scopeLexeme('book', book)] },
    )
  })
