import type { UnitOfWork } from '@teamlore/db'
import { plural } from '@teamlore/shared/plural'
import { pathsIn, type WhyQuery, type WhyResponse } from '@teamlore/shared/why'
import type { OpenBooks } from '../books/open-books.ts'
import { findProject } from '../code/get-code-graph.ts'
import { readAsOf } from '../commits/read-as-of.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { linesOf, placeOf } from './asked-lines.ts'
import { entriesOfBooksThen } from './book-entries.ts'
import { fitWhy } from './fit-why.ts'
import { gatherNow, gatherThen } from './gather.ts'
import type { LineRange } from './score.ts'
import type { WhyEntry } from './why-entry.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; openBooks: OpenBooks; now?: Clock }

/**
 * What is known of a file, a line or the files of a diff: memories by how near the code that they are anchored to is, each with
 * what contradicts it, what was tried and taken back, which sessions wrote there, what lorebooks say of it. As of a time it is
 * what held then, with the code and the lorebooks as they were. The one engine behind every door.
 *
 * @throws DomainError `code.project_not_found`, `memory.as_of_unknown`, `memory.as_of_ambiguous`.
 */
export const makeGetWhy =
  ({ unitOfWork, openBooks, now = systemClock }: Deps) =>
  async (scope: TeamScope, query: WhyQuery): Promise<WhyResponse> => {
    const typed = pathsIn(query.path)
    const found = await unitOfWork.inTeam(scope, async (repos) => {
      const project = await findProject(repos, query.project)
      const asked = { ...query, paths: typed }
      if (query.as_of === undefined) return gatherNow(repos, project, asked)
      const at = await readAsOf(repos, query.as_of, now())
      return gatherThen(repos, project, { ...asked, at })
    })
    const { project, at, books, meant, paths, note } = found
    const ofBooks =
      at === undefined ? [] : await entriesOfBooksThen(openBooks, scope, { at, paths, books })
    const entries = [...found.entries, ...ofBooks].sort(byWorth)
    const subject = subjectOf(paths, linesOf(query))
    const fitted = fitWhy(
      {
        format: query.format,
        budget: query.budget_tokens,
        subject: at === undefined ? subject : `${subject}, as of ${at.toISOString()}`,
        nothing:
          at === undefined ? 'Nothing is known of this yet.' : 'Nothing was known of this then.',
        note,
      },
      entries,
    )
    return {
      project,
      paths: [...paths],
      as_of: at?.toISOString() ?? null,
      format: query.format,
      text: fitted.text,
      tokens: fitted.tokens,
      budget_tokens: query.budget_tokens,
      included: fitted.included.map(({ id, reason, weight, via }) => ({ id, reason, weight, via })),
      left_out: fitted.leftOut,
      suggestion: meant?.best ?? null,
      suggestions: meant?.alike ?? [],
      note,
    }
  }

const subjectOf = (paths: readonly string[], lines: LineRange | undefined): string =>
  paths.length > 1 ? `these ${plural(paths.length, 'file')}` : placeOf(paths[0], lines)

/** What was replaced is cut first, whatever it is about. */
const byWorth = (a: WhyEntry, b: WhyEntry): number =>
  Number(a.section === 'replaced') - Number(b.section === 'replaced') || b.weight - a.weight
