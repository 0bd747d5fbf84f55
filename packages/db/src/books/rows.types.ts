import type { EntityId } from '@teamlore/shared/books'

/** Rows of a book as they are stored; what their JSON holds, the package of lorebooks knows. */
export type BookRows = {
  entities: {
    key: string
    name: string
    layer: string
    type: string | null
    aliases: unknown
    tags: unknown
    properties: unknown
    lines: unknown
    body: string
    source: unknown
  }[]
  edges: {
    from: string
    to: string
    relationship: string | null
    file: string
    line: number
    from_text: boolean
  }[]
  events: {
    key: string
    layer: string
    session: number | null
    date_real: string | null
    date_in_world: string | null
    consequences: unknown
    file: string
  }[]
}

/** What an entity is known by in the search, and what of it stands there. */
export type EntityInSearch = {
  id: EntityId
  document_hash: string | null
  documents: number | null
  /** Hash of the note as a language model read it last. */
  read_by_model: string | null
}

/** Of the row of an entity, and of what its note states beside it: the same hash, the same rows. */
export type EntityHashes = { row_hash: string; stated_hash: string }

export type PreviousEntityRow = Omit<EntityInSearch, 'id'> & {
  key: string
  path: string | null
  hash: string | null
  id: EntityId | null
  row_hash: string | null
  stated_hash: string | null
  /** No document of it was lost. */
  is_indexed: boolean
}

export type NewEntityRow = BookRows['entities'][number] & EntityInSearch & EntityHashes
/** What one note states beside its entity, in its order. */
export type StatedRows = {
  edges: readonly BookRows['edges'][number][]
  event: BookRows['events'][number] | null
}
