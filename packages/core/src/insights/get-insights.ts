import type { LineSurvival, UnitOfWork } from '@teamlore/db'
import {
  INSIGHT_LIMITS,
  type Insights,
  type InsightsQuery,
  SURVIVAL_DAYS,
} from '@teamlore/shared/insights'
import { type Clock, systemClock } from '../platform/clock.ts'
import { projectFilter } from '../projects/project-identity.ts'
import type { TeamScope } from '../teams/team-scope.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now?: Clock }

const DAY_MS = 86_400_000
const HOT_FILES = 20
const FOLDERS = { folders: 15, each: 3 }

const METHOD = [
  'A line is by a session where a session that is linked to its commit wrote that very line. All others count as a person’s: also those of a command, a formatter, or a machine without Teamlore.',
  'A line is gone when a later commit removes the same line from a file of that name. One that was only moved or indented anew within a file counts as kept.',
  'Survival is told only of lines that are old enough for it, so its columns rest on different commits.',
  'A commit has a session where a link of at least 50 % says that it wrote it. Merges, and commits that were rewritten later, are left out.',
  'Sessions that are private to others are not counted for you; their lines look like a person’s.',
  'Who knows what counts commits, not understanding: somebody who reviews or decides leaves no line.',
  `Lines are those of the newest ${INSIGHT_LIMITS.commits} commits, at most ${INSIGHT_LIMITS.lines}; the other figures are of all.`,
  'More lines are not better work. None of this says anything about the worth of a person.',
]

/** Figures of what sessions and people wrote, and what is left of it. */
export const makeGetInsights =
  ({ unitOfWork, now = systemClock }: Deps) =>
  (scope: TeamScope, { project, days }: InsightsQuery): Promise<Insights> =>
    unitOfWork.inTeam(scope, async ({ insights }) => {
      const at = now()
      const filter = {
        project: projectFilter(project),
        ...{ since: new Date(at.getTime() - days * DAY_MS), now: at },
        ...{ maxCommits: INSIGHT_LIMITS.commits, maxLines: INSIGHT_LIMITS.lines },
      }
      const coverage = await insights.coverage(filter)
      const survival = await insights.survival(filter, SURVIVAL_DAYS)
      return {
        days,
        commits: {
          ...coverage,
          sampled: Math.min(coverage.all, INSIGHT_LIMITS.commits),
        },
        origins: [originOf('session', survival), originOf('person', survival)],
        tools: await insights.tools(filter),
        models: await insights.models(filter),
        hot_files: await insights.hotFiles(filter, HOT_FILES),
        people: await insights.people(filter, FOLDERS),
        method: METHOD,
      }
    })

const originOf = (
  origin: 'session' | 'person',
  survival: readonly LineSurvival[],
): Insights['origins'][number] => {
  const found = survival.find(({ by_session }) => by_session === (origin === 'session'))
  return {
    origin,
    lines: found?.lines ?? 0,
    survival: SURVIVAL_DAYS.map((days, at) => ({
      days,
      lines: found?.old[at] ?? 0,
      kept: found?.kept[at] ?? 0,
    })),
  }
}
