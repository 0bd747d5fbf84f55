import type { StoredBook, UnitOfWork } from '@teamlore/db'
import { type Problem, readProject, readSchema } from '@teamlore/lorebook'
import type { BookAnswer } from '@teamlore/shared/books'
import type { TeamScope } from '../teams/team-scope.ts'
import { bookNotFound } from './books.errors.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

const presentSummary = ({
  id,
  name,
  ingested_at,
  summary,
}: Pick<StoredBook, 'id' | 'name' | 'ingested_at' | 'summary'>) => ({
  id,
  name,
  ingested_at,
  summary,
})

export const makeListBooks =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope) =>
    unitOfWork.inTeam(scope, async ({ books }) => ({
      items: (await books.list()).map(presentSummary),
    }))

/** @throws DomainError `book.not_found`. */
export const makeGetBook =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, { book: name }: { book: string }): Promise<BookAnswer> =>
    unitOfWork.inTeam(scope, async ({ books }) => {
      const stored = await books.find(name)
      if (stored === undefined) throw bookNotFound()
      const { project } = readProject(stored.project_text)
      const { schema } = readSchema(stored.schema_text)
      return {
        ...presentSummary(stored),
        layers: (project?.layers ?? []).map(({ name: layer, canonical, depends_on }) => ({
          name: layer,
          canonical,
          depends_on,
        })),
        schema: JSON.parse(JSON.stringify(schema ?? {})),
        problems: stored.problems as Problem[],
      }
    })
