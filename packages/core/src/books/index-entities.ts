import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { PreviousEntityRow, TeamRepositories } from '@teamlore/db'
import {
  BOOK_ROLES,
  type Book,
  type Plan,
  relationshipTypesOf,
  viewOfBook,
  viewRoleOf,
} from '@teamlore/lorebook'
import type { BookId, TeamId, TeamRole } from '@teamlore/shared'
import type { EntityId } from '@teamlore/shared/books'
import {
  documentsOfEntity,
  type SeenEntity,
  textOfEntity,
} from '../documents/documents-of-entity.ts'
import type { EntityToIndex, EntityToWrite, Writes } from './plan-writes.ts'

const whatIsSaid = ({ entity, relations }: Pick<SeenEntity, 'entity' | 'relations'>): string =>
  JSON.stringify([
    entity.name,
    entity.type,
    entity.tags,
    entity.source?.path,
    textOfEntity(entity, relations),
  ])

/** `needs: Store` with each entity that a relationship begins at; a symmetric one with both. */
const relationsOf = ({ schema, entities, edges }: Book): Map<string, string[]> => {
  const names = new Map(entities.map(({ key, name }) => [key, name]))
  const symmetric = new Set(
    relationshipTypesOf(schema).flatMap(({ name, symmetric: is }) => (is ? [name] : [])),
  )
  const lines = new Map<string, string[]>()
  const add = (from: string, relationship: string, to: string) => {
    const line = `${relationship.toLowerCase().replaceAll('_', ' ')}: ${names.get(to) ?? to}`
    const list = lines.get(from)
    if (list) list.push(line)
    else lines.set(from, [line])
  }
  for (const { from, relationship, to, isFromText } of edges) {
    // The text itself has it.
    if (isFromText) continue
    add(from, relationship, to)
    if (symmetric.has(relationship)) add(to, relationship, from)
  }
  return lines
}

type Seen = Omit<SeenEntity, 'roles'>

/** Roles that see the same of a book, each with what that is. */
const viewsOf = (book: Book): { roles: TeamRole[]; byKey: Map<string, Seen> }[] => {
  const views = [...new Set(BOOK_ROLES.map((role) => viewRoleOf(book, role)))]
  return views.map((role) => {
    const view = viewOfBook(book, role)
    const relations = relationsOf(view)
    return {
      roles: BOOK_ROLES.filter((one) => viewRoleOf(book, one) === role),
      byKey: new Map(
        view.entities.map((entity) => [
          entity.key,
          { entity, relations: relations.get(entity.key) ?? [] },
        ]),
      ),
    }
  })
}

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one, at) => one === b[at])

/** Whether two are the same without a look at what they say. */
const isSameSeen = (a: Seen, b: Seen): boolean =>
  a.entity === b.entity && isSameList(a.relations, b.relations)

/** What roles see of an entity, roles that see the same together. */
const seenOf = (key: string, views: ReturnType<typeof viewsOf>): SeenEntity[] => {
  const found: (Seen & { roles: TeamRole[] })[] = []
  for (const { roles, byKey } of views) {
    const seen = byKey.get(key)
    if (seen === undefined) continue
    const same =
      found.find((one) => isSameSeen(one, seen)) ??
      found.find((one) => whatIsSaid(one) === whatIsSaid(seen))
    if (same) same.roles.push(...roles)
    else found.push({ ...seen, roles: [...roles] })
  }
  return found.map(({ roles, entity, relations }) => ({
    entity,
    relations,
    roles: roles.length === BOOK_ROLES.length ? null : roles,
  }))
}

type Hashed = { book: string; seen: readonly SeenEntity[]; hash: string }
/** Hashes of the last ingest, by what the first of the roles sees: to write all texts down takes longer than to compare them. */
const hashedBefore = new WeakMap<SeenEntity['entity'], Hashed>()

const isSameAgain = (before: Hashed, book: string, seen: readonly SeenEntity[]): boolean =>
  before.book === book &&
  before.seen.length === seen.length &&
  before.seen.every((one, at) => {
    const now = seen[at]
    if (now === undefined || !isSameSeen(one, now)) return false
    return one.roles === now.roles || isSameList(one.roles ?? [], now.roles ?? [])
  })

const hashOf = (book: string, seen: readonly SeenEntity[]): string => {
  const [first] = seen
  const before = first && hashedBefore.get(first.entity)
  if (before && isSameAgain(before, book, seen)) return before.hash
  const texts = seen.map((one) => [one.roles, whatIsSaid(one)])
  const made = hash('sha256', JSON.stringify([book, texts]))
  if (first) hashedBefore.set(first.entity, { book, seen, hash: made })
  return made
}

type Before = { previous: readonly PreviousEntityRow[]; plan: Plan }

/** What the search says of each entity of a book. One that was called otherwise keeps its id; a placeholder has no documents. */
export const planIndex = (
  bookName: string,
  book: Book,
  { previous, plan }: Before,
  newEntityId: (key: string) => EntityId,
): Map<string, EntityToIndex> => {
  const before = new Map(previous.map((one) => [one.key, one]))
  const former = new Map(plan.renamed.map(({ from, to }) => [to, before.get(from)]))
  // Under the old name of one that is called otherwise stands another, which is only named.
  for (const { from } of plan.renamed) before.delete(from)
  const views = viewsOf(book)
  return new Map(
    book.entities.map(({ key, source }): [string, EntityToIndex] => {
      const known = before.get(key) ?? former.get(key)
      const seen = source === null ? [] : seenOf(key, views)
      const document_hash = source === null ? null : hashOf(bookName, seen)
      const isSame = known?.is_indexed === true && known.document_hash === document_hash
      const documents = isSame ? known.documents : null
      return [
        key,
        {
          inSearch: {
            id: known?.id ?? newEntityId(key),
            document_hash,
            documents,
            read_by_model: known?.read_by_model ?? null,
          },
          seen,
          isSame,
        },
      ]
    }),
  )
}

/** Entities whose rows and documents are written at once. */
const BATCH = 250

type Written = { bookId: BookId; bookName: string; teamId: TeamId }

/** Makes rows and documents of entities those of the book as it is now; the rest of them stands already. */
export const writeEntities = async (
  repos: Pick<TeamRepositories, 'bookRows' | 'documents' | 'outbox'>,
  { entities, goneIds, goneKeys, withdrawn }: Writes,
  written: Written,
): Promise<void> => {
  const { bookRows, documents, outbox } = repos
  await documents.removeBySource(goneIds)
  await bookRows.remove(written.bookId, goneKeys)
  await bookRows.removeStated(written.bookId, withdrawn)
  let isQueued = false
  let writing: Promise<unknown> = Promise.resolve()
  for (let at = 0; at < entities.length; at += BATCH) {
    const batch = entities.slice(at, at + BATCH)
    // The database is at the batch before meanwhile.
    const made = batch.map((one) => documentsFor(one, written))
    isQueued ||= made.some((one) => one !== undefined)
    await writing
    writing = writeBatch(repos, batch, made, written)
    // Awaited in the next turn, which reports it.
    writing.catch(() => {})
    // What was handed over is sent now, not after the documents of the next batch.
    await setImmediate()
  }
  await writing
  if (isQueued) await outbox.add({ type: 'documents.queued', payload: {} })
}

type Made = ReturnType<typeof documentsFor>

const writeBatch = (
  { bookRows, documents }: Pick<TeamRepositories, 'bookRows' | 'documents'>,
  batch: readonly EntityToWrite[],
  made: readonly Made[],
  { bookId }: Written,
): Promise<unknown> => {
  const rows = batch.map(({ row }, nth) => ({
    ...row,
    documents: made[nth]?.length ?? row.documents,
  }))
  const parts = [true, false].map((areNew) => {
    const ones = batch.flatMap(({ isNew, row }, nth) => {
      const one = made[nth]
      return one === undefined || isNew !== areNew ? [] : [{ id: row.id, documents: one }]
    })
    return { areNew, sources: ones.map(({ id }) => id), all: ones.flatMap((one) => one.documents) }
  })
  return Promise.all([
    bookRows.save(bookId, rows),
    ...parts
      .filter(({ sources }) => sources.length > 0)
      .map(({ areNew, sources, all }) => documents.replace(all, { sources, areNew })),
    bookRows.addStated(
      bookId,
      batch.flatMap(({ stated }) => (stated === undefined ? [] : [stated])),
    ),
  ])
}

/** Documents of an entity; undefined where those that stand are the same. */
const documentsFor = (
  { row: { id }, index: { seen, isSame } }: EntityToWrite,
  { bookName, teamId }: Pick<Written, 'bookName' | 'teamId'>,
): ReturnType<typeof documentsOfEntity> | undefined =>
  isSame ? undefined : documentsOfEntity({ id, teamId, book: bookName, seen })
