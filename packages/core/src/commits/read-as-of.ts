import type { TeamRepositories } from '@teamlore/db'
import { parseMoment } from '../text/parse-moment.ts'
import { asOfAmbiguous, asOfUnknown } from './commits.errors.ts'

const COMMIT = /^(?:cmt_[0-9a-z]{4,26}|[0-9a-f]{7,64})$/

/**
 * The time that somebody asks about: a date is its beginning in UTC, a commit the moment it was made.
 *
 * @throws DomainError `memory.as_of_unknown`, `memory.as_of_ambiguous`.
 */
export const readAsOf = async (
  { commitList }: Pick<TeamRepositories, 'commitList'>,
  typed: string,
  now: Date,
): Promise<Date> => {
  const moment = parseMoment(typed, now)
  if (moment !== undefined) return moment
  const name = typed.trim().toLowerCase()
  if (!COMMIT.test(name)) throw asOfUnknown()
  const named = await commitList.named(name)
  // A commit may be known by several projects, such as a fork and what it was made of: it is one.
  if (new Set(named.map(({ sha }) => sha)).size > 1) throw asOfAmbiguous()
  const [first] = named
  const commit = first === undefined ? undefined : await commitList.find(first.id)
  if (commit === undefined) throw asOfUnknown()
  return new Date(commit.committed_at)
}
