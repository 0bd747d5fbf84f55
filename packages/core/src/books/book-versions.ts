import type { BookVersion, UnitOfWork } from '@teamlore/db'
import type { BookVersions } from '@teamlore/shared/books'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { bookNotFound, versionNotFound } from './books.errors.ts'

const COMMIT = /^[0-9a-f]{4,64}$/u
const DATE = /^\d{4}-\d{2}-\d{2}/u

/**
 * The version that a word means: a tag, a commit or the beginning of one, or a date, which means the newest of that day or
 * before. `versions` are newest first.
 *
 * @throws DomainError `book.version_not_found`.
 */
export const versionAt = (versions: readonly BookVersion[], at: string): BookVersion => {
  const tagged = versions.find(({ tags }) => tags.includes(at))
  if (tagged) return tagged
  if (DATE.test(at)) {
    const before = versions.find(({ committed_at }) => committed_at.slice(0, at.length) <= at)
    if (before) return before
  }
  const meant = COMMIT.test(at) ? versions.filter(({ commit }) => commit.startsWith(at)) : []
  if (meant.length === 1 && meant[0]) return meant[0]
  const known = versions.flatMap(({ tags }) => tags).slice(0, 10)
  throw versionNotFound({
    ...(known.length > 0 && {
      message: `This lorebook has no version of that commit, tag or date. Tags it has: ${known.join(', ')}.`,
    }),
  })
}

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

/** @throws DomainError `book.not_found` */
export const makeListBookVersions =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, { book: name }: { book: string }): Promise<BookVersions> =>
    unitOfWork.inTeam(scope, async ({ books, bookVersions }) => {
      const stored = await books.find(name)
      if (stored === undefined) throw bookNotFound()
      return { items: await bookVersions.list(stored.id) }
    })
