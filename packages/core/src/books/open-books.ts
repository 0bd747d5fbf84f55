import type { UnitOfWork } from '@teamlore/db'
import { type OpenBook, openBook, readProject, readSchema } from '@teamlore/lorebook'
import type { TeamScope } from '../teams/team-scope.ts'
import { bookOfRows } from './book-rows.ts'
import { bookNotFound } from './books.errors.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; maxOpen?: number }

/** A book is held in memory while it is asked; so many of them, the least recently asked goes first. */
const MAX_OPEN = 8

/**
 * Opens a lorebook of the team for questions. What was read once serves until the book changes; a reader sees one ingest
 * whole. The row of the book is read each time, under the rights of who asks.
 *
 * @throws DomainError `book.not_found`.
 */
export const makeOpenBooks = ({ unitOfWork, maxOpen = MAX_OPEN }: Deps) => {
  const held = new Map<string, { generation: number; open: OpenBook }>()
  const hold = (id: string, generation: number, open: OpenBook): OpenBook => {
    held.delete(id)
    held.set(id, { generation, open })
    for (const oldest of [...held.keys()].slice(0, Math.max(0, held.size - maxOpen)))
      held.delete(oldest)
    return open
  }
  const read = (scope: TeamScope, name: string): Promise<OpenBook | undefined> =>
    unitOfWork.inTeam(scope, async ({ books, bookRows }) => {
      const stored = await books.find(name)
      if (stored === undefined) throw bookNotFound()
      const { id, generation } = stored
      const known = held.get(id)
      if (known?.generation === generation) return hold(id, generation, known.open)
      const rows = await bookRows.list(id)
      // An ingest between the two would have mixed two books.
      if ((await books.find(name))?.generation !== generation) return undefined
      const { project } = readProject(stored.project_text)
      const { schema } = readSchema(stored.schema_text)
      if (project === undefined || schema === undefined) throw bookNotFound()
      return hold(id, generation, openBook({ project, schema, ...bookOfRows(rows), problems: [] }))
    })
  return async (scope: TeamScope, name: string): Promise<OpenBook> => {
    for (;;) {
      const open = await read(scope, name)
      if (open !== undefined) return open
    }
  }
}

export type OpenBooks = ReturnType<typeof makeOpenBooks>
