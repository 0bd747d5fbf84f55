import { hash } from 'node:crypto'
import type { EntityInSearch, NewEntityRow, PreviousEntityRow, StatedRows } from '@teamlore/db'
import type { Book, Entity, Plan } from '@teamlore/lorebook'
import type { SeenEntity } from '../documents/documents-of-entity.ts'
import {
  rowOfEntity,
  rowsOfStated,
  type StatedNote,
  statedByFile,
  textOfStated,
} from './book-rows.ts'

/** What is to be written of an entity; `isSame`: its documents stand already. */
export type EntityToIndex = {
  inSearch: EntityInSearch
  seen: readonly SeenEntity[]
  isSame: boolean
}

/** An entity whose rows differ from those that are stored. */
export type EntityToWrite = {
  row: NewEntityRow
  index: EntityToIndex
  /** Nothing of its id is stored yet. */
  isNew: boolean
  /** What its note states beside it; undefined where that stands already. */
  stated: StatedRows | undefined
}

export type Writes = {
  entities: EntityToWrite[]
  /** Keys that no entity has any more. */
  goneKeys: string[]
  /** Ids whose documents go. */
  goneIds: string[]
  /** Files and keys of events whose rows go, those that are stated again among them. */
  withdrawn: { files: string[]; keys: string[] }
}

type Before = { previous: readonly PreviousEntityRow[]; plan: Plan }

const NOTHING: StatedNote = { edges: [], mentions: [], event: null }

const hashOf = (text: string): string => hash('sha256', text)

/** Hashes of rows, by entity: one that is the same object has the same row. */
const rowHashes = new WeakMap<Entity, string>()
const rowHashOf = (entity: Entity): string => {
  const known = rowHashes.get(entity)
  if (known !== undefined) return known
  const made = hashOf(JSON.stringify(rowOfEntity(entity)))
  rowHashes.set(entity, made)
  return made
}

/** What of a book is to be written over what is stored of it, row by row distinguished by hashes. */
export const planWrites = (
  book: Book,
  index: ReadonlyMap<string, EntityToIndex>,
  { previous, plan }: Before,
): Writes => {
  const before = new Map(previous.map((one) => [one.key, one]))
  const renamed = new Set(plan.renamed.map(({ from }) => from))
  const knownIds = new Set(previous.map(({ id }) => id))
  const statedBy = statedByFile(book)
  const ids = new Set<string>()
  const keys = new Set<string>()
  const entities = book.entities.flatMap((entity): EntityToWrite[] => {
    const known = renamed.has(entity.key) ? undefined : before.get(entity.key)
    const inIndex = index.get(entity.key)
    if (inIndex === undefined) throw new Error('An entity of the book is missing in its index.')
    const { inSearch, isSame } = inIndex
    ids.add(inSearch.id)
    keys.add(entity.key)
    const stated = statedBy.get(entity.source?.path ?? '') ?? NOTHING
    const hashes = {
      row_hash: rowHashOf(entity),
      stated_hash: hashOf(textOfStated(stated)),
    }
    const isStatedSame =
      known?.stated_hash === hashes.stated_hash && known.path === (entity.source?.path ?? null)
    if (isSame && isStatedSame && known.row_hash === hashes.row_hash) return []
    return [
      {
        row: { ...rowOfEntity(entity), ...inSearch, ...hashes },
        index: inIndex,
        isNew: !knownIds.has(inSearch.id),
        stated: isStatedSame ? undefined : rowsOfStated(stated),
      },
    ]
  })
  const gone = previous.filter(({ key }) => !keys.has(key) || renamed.has(key))
  const restated = entities.filter(({ stated }) => stated !== undefined).map(({ row }) => row.key)
  const withdrawn = [...gone.map(({ key }) => key), ...restated]
  return {
    entities,
    goneKeys: gone.map(({ key }) => key),
    goneIds: previous.flatMap(({ id }) => (id === null || ids.has(id) ? [] : [id])),
    withdrawn: {
      files: [
        ...withdrawn.flatMap((key) => before.get(key)?.path ?? []),
        ...entities.flatMap(({ stated }) => stated?.edges[0]?.file ?? []),
      ],
      keys: withdrawn,
    },
  }
}
