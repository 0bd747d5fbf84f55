import type { BookHome, StoredBook } from '@teamlore/db'
import type { IngestBookRequest } from '@teamlore/shared/books'
import { roleCovers } from '@teamlore/shared/roles'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { bookHomeKept } from './books.errors.ts'

type Said = Pick<IngestBookRequest, 'from' | 'move_home' | 'is_past'>

export const homeOf = ({
  home_repository,
  home_branch,
}: Pick<StoredBook, 'home_repository' | 'home_branch'>): BookHome | null =>
  home_repository === null ? null : { repository: home_repository, branch: home_branch }

/** Whether a request comes from elsewhere than the book, and where the book comes from with it if that is new. */
export type Home = { isElsewhere: boolean; newHome: BookHome | undefined }

/** Whether the files of a request come from elsewhere than the book does. Versions of the past come from any branch. */
const isElsewhere = (stored: StoredBook, { from, is_past }: Said): boolean => {
  const home = homeOf(stored)
  if (stored.generation === 0) return false
  if (home === null) return from !== undefined && !from.is_default_branch
  if (from?.repository !== home.repository) return true
  return !is_past && from.branch !== home.branch
}

/** Who made a book and admins may say where it comes from. */
const mayMove = ({ role, userId }: TeamScope, { made_by }: StoredBook): boolean =>
  roleCovers(role, 'admin') || (made_by !== null && made_by === userId)

/**
 * Where the book comes from after a request, and whether it is from elsewhere.
 *
 * @throws DomainError `book.home_kept`
 */
export const settleHome = (scope: TeamScope, stored: StoredBook, said: Said): Home => {
  const { from, move_home } = said
  const elsewhere = isElsewhere(stored, said)
  if (elsewhere && !(move_home && from)) return { isElsewhere: true, newHome: undefined }
  if (elsewhere && !mayMove(scope, stored)) throw bookHomeKept()
  const isNew = from !== undefined && (elsewhere || stored.home_repository === null)
  return {
    isElsewhere: false,
    newHome: isNew ? { repository: from.repository, branch: from.branch } : undefined,
  }
}
