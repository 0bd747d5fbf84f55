import { hash } from 'node:crypto'
import type { EntityInSearch, NewEntityRow, PreviousEntityRow, ToldRows } from '@teamlore/db'
import type { Book, Plan } from '@teamlore/lorebook'
import type { SeenEntity } from '../documents/documents-of-entity.ts'
import { rowOfEntity, toldByFile } from './book-rows.ts'

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
  /** What its note tells beside it; undefined where that stands already. */
  told: ToldRows | undefined
}

export type Writes = {
  entities: EntityToWrite[]
  /** Keys that no entity has any more. */
  goneKeys: string[]
  /** Ids whose documents go. */
  goneIds: string[]
  /** Files and keys of events whose rows go, those that are told anew among them. */
  untold: { files: string[]; keys: string[] }
}

type Before = { previous: readonly PreviousEntityRow[]; plan: Plan }

const NOTHING: ToldRows = { edges: [], event: null }

const hashOf = (value: unknown): string => hash('sha256', JSON.stringify(value))

/** What of a book is to be written over what is stored of it, row by row told apart by hashes. */
export const planWrites = (
  book: Book,
  index: ReadonlyMap<string, EntityToIndex>,
  { previous, plan }: Before,
): Writes => {
  const before = new Map(previous.map((one) => [one.key, one]))
  const renamed = new Set(plan.renamed.map(({ from }) => from))
  const knownIds = new Set(previous.map(({ id }) => id))
  const toldBy = toldByFile(book)
  const ids = new Set<string>()
  const keys = new Set<string>()
  const entities = book.entities.flatMap((entity): EntityToWrite[] => {
    const known = renamed.has(entity.key) ? undefined : before.get(entity.key)
    const inIndex = index.get(entity.key)
    if (inIndex === undefined) throw new Error('An entity of the book is missing in its index.')
    const { inSearch, isSame } = inIndex
    const row = rowOfEntity(entity)
    ids.add(inSearch.id)
    keys.add(entity.key)
    const told = toldBy.get(entity.source?.path ?? '') ?? NOTHING
    const hashes = { row_hash: hashOf(row), told_hash: hashOf(told) }
    const isToldSame =
      known?.told_hash === hashes.told_hash && known.path === (entity.source?.path ?? null)
    if (isSame && isToldSame && known.row_hash === hashes.row_hash) return []
    return [
      {
        row: { ...row, ...inSearch, ...hashes },
        index: inIndex,
        isNew: !knownIds.has(inSearch.id),
        told: isToldSame ? undefined : told,
      },
    ]
  })
  const gone = previous.filter(({ key }) => !keys.has(key) || renamed.has(key))
  const retold = entities.filter(({ told }) => told !== undefined).map(({ row }) => row.key)
  const untold = [...gone.map(({ key }) => key), ...retold]
  return {
    entities,
    goneKeys: gone.map(({ key }) => key),
    goneIds: previous.flatMap(({ id }) => (id === null || ids.has(id) ? [] : [id])),
    untold: {
      files: [
        ...untold.flatMap((key) => before.get(key)?.path ?? []),
        ...entities.flatMap(({ told }) => told?.edges[0]?.file ?? []),
      ],
      keys: untold,
    },
  }
}
