import type { PreviousEntityRow } from '@teamlore/db'
import type { Plan, Summary } from '@teamlore/lorebook'
import type { newId } from '@teamlore/shared'
import type { EntityId } from '@teamlore/shared/books'
import { areManyDeleted } from '../platform/many-deleted.ts'
import type { Writes } from './plan-writes.ts'
import { oldestKept } from './shown-files.ts'
import type { Restoring, Writing } from './writing.types.ts'

/** Keeps what is needed to make the book again what it is now. */
export const saveGeneration = async (
  {
    repos,
    stored,
    said,
    scope,
    restoring,
    links,
    at,
  }: Pick<Writing, 'repos' | 'stored' | 'said' | 'scope' | 'restoring' | 'links' | 'at'>,
  made: { generation: number; summary: Summary; writes: Writes; previous: PreviousEntityRow[] },
): Promise<void> => {
  const { generation, summary, writes, previous } = made
  const gone = new Set(writes.goneIds)
  await repos.bookGenerations.add(
    stored.id,
    {
      generation,
      summary,
      project_text: said.project,
      schema_text: said.schema,
      gone: previous.flatMap(({ key, id }) => (id !== null && gone.has(id) ? [{ key, id }] : [])),
      repository: said.from?.repository ?? null,
      branch: said.from?.branch ?? null,
      restores: restoring?.generation ?? null,
      made_by: scope.userId,
      links,
    },
    { oldest: oldestKept(generation), now: at },
  )
}

export const mustAllow = ({ deleted }: Plan, previous: readonly PreviousEntityRow[]): boolean => {
  const withFile = new Set(previous.flatMap(({ key, path }) => (path === null ? [] : [key])))
  return areManyDeleted(deleted.filter((key) => withFile.has(key)).length, withFile.size)
}

/** New ids of entities; one that comes back has the id that it had, unless another has it now. */
export const idsAgain = (
  previous: readonly PreviousEntityRow[],
  restoring: Restoring | undefined,
  ids: Pick<typeof newId, 'entity'>,
): ((key: string) => EntityId) => {
  const taken = new Set(previous.map(({ id }) => id))
  const before = new Map(
    [...(restoring?.gone ?? [])]
      .reverse()
      .flatMap(({ key, id }) => (taken.has(id) ? [] : [[key, id]])),
  )
  return (key) => before.get(key) ?? ids.entity()
}

/** Entities whose documents go or get another text. */
export const outdatedIds = (
  found: readonly PreviousEntityRow[],
  { entities, goneIds }: Writes,
): string[] => {
  const hashes = new Map(found.map(({ id, document_hash }) => [id, document_hash]))
  const changed = entities.flatMap(({ row: { id, document_hash } }) =>
    hashes.has(id) && hashes.get(id) !== document_hash ? [id] : [],
  )
  return [...goneIds, ...changed]
}
