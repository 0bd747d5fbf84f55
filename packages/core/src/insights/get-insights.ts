import type { InsightFilter, LineSurvival, TeamRepositories, UnitOfWork } from '@teamlore/db'
import {
  INSIGHT_LIMITS,
  type Insights,
  type InsightsQuery,
  SURVIVAL_DAYS,
} from '@teamlore/shared/insights'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { createSlices, type Slices } from '../platform/slices.ts'
import { projectFilter } from '../projects/project-identity.ts'
import { createAnswerCache } from './answer-cache.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now?: Clock }

const DAY_MS = 86_400_000
const HOT_FILES = 20
const FOLDERS = { folders: 15, each: 3 }

const METHOD = [
  'A line is by a session where a session that is linked to its commit wrote that very line. All others count as a person’s: also those of a command, a formatter, or a machine without Teamlore.',
  'A line is gone when a later commit removes the same line from a file of that name. One that was only moved or indented again within a file counts as kept.',
  'Survival is given only of lines that are old enough for it, so its columns rest on different commits.',
  'A commit has a session where a link of at least 50 % says that it wrote it. Merges, and commits that were rewritten later, are left out.',
  'Sessions that are private to others are not counted for you; their lines look like a person’s.',
  'Who knows what counts commits, not understanding: somebody who reviews or decides leaves no line.',
  `Lines are those of the newest ${INSIGHT_LIMITS.commits} commits, at most ${INSIGHT_LIMITS.lines}; the other figures are of all.`,
  'More lines are not better work. None of this says anything about the worth of a person.',
]

/** Added lines of one transaction: each is looked for among all that sessions wrote and commits removed. */
const LINES = { first: 1_000, least: 200, most: 10_000 }

/**
 * Figures of what sessions and people wrote, and what is left of it. Each is asked in a transaction of its own, lines in portions,
 * so that nobody waits for all of it; and it is worked out again only where something changed.
 */
export const makeGetInsights = ({ unitOfWork, now = systemClock }: Deps) => {
  const answer = createAnswerCache<Insights>()
  const slices = createSlices(LINES)
  return async (scope: TeamScope, { project, days }: InsightsQuery): Promise<Insights> => {
    const ask: Ask = (work) => unitOfWork.inTeam(scope, ({ insights }) => work(insights))
    const { teamId, userId, role, given, actor } = scope
    return answer({
      key: JSON.stringify([teamId, userId, role, given, actor, project, days]),
      mark: await ask((insights) => insights.mark()),
      compute: () => figures(ask, { project, days, at: now() }, slices),
    })
  }
}

type Ask = <T>(work: (insights: TeamRepositories['insights']) => Promise<T>) => Promise<T>

const figures = async (
  ask: Ask,
  { project, days, at }: InsightsQuery & { at: Date },
  slices: Slices,
): Promise<Insights> => {
  const filter: InsightFilter = {
    project: projectFilter(project),
    since: new Date(at.getTime() - days * DAY_MS),
    now: at,
    maxCommits: INSIGHT_LIMITS.commits,
    maxLines: INSIGHT_LIMITS.lines,
  }
  const coverage = await ask((insights) => insights.coverage(filter))
  const survival = await survivalOf(ask, filter, slices)
  return {
    days,
    commits: { ...coverage, sampled: Math.min(coverage.all, INSIGHT_LIMITS.commits) },
    origins: [originOf('session', survival), originOf('person', survival)],
    tools: await ask((insights) => insights.tools(filter)),
    models: await ask((insights) => insights.models(filter)),
    hot_files: await ask((insights) => insights.hotFiles(filter, HOT_FILES)),
    people: await ask((insights) => insights.people(filter, FOLDERS)),
    method: METHOD,
  }
}

const survivalOf = async (
  ask: Ask,
  filter: InsightFilter,
  slices: Slices,
): Promise<LineSurvival[]> => {
  const commits = await ask((insights) => insights.sample(filter))
  const portions: LineSurvival[][] = []
  let maxLines = filter.maxLines
  for (let at = 0; at < commits.length && maxLines > 0; ) {
    const { found, lines, taken } = await ask((insights) =>
      slices.take(
        async (size) => {
          const portion = upTo(commits, at, size)
          const counted = portion.reduce((sum, one) => sum + one.lines, 0)
          const ids = portion.map(({ id }) => id)
          return {
            found: await insights.survival({ now: filter.now, maxLines }, ids, SURVIVAL_DAYS),
            lines: counted,
            taken: portion.length,
          }
        },
        (portion) => portion.lines,
      ),
    )
    portions.push(found)
    maxLines -= lines
    at += taken
  }
  return [true, false].map((bySession) => summed(bySession, portions.flat()))
}

/** Commits from one on, with so many lines between them, but one at least. */
const upTo = <T extends { lines: number }>(
  commits: readonly T[],
  from: number,
  size: number,
): T[] => {
  let to = from
  for (let lines = 0; to < commits.length; to++) {
    lines += commits[to]?.lines ?? 0
    if (to > from && lines > size) break
  }
  return commits.slice(from, to)
}

const summed = (bySession: boolean, portions: readonly LineSurvival[]): LineSurvival => {
  const own = portions.filter(({ by_session }) => by_session === bySession)
  const sum = (of: (one: LineSurvival) => number | undefined): number =>
    own.reduce((total, one) => total + (of(one) ?? 0), 0)
  return {
    by_session: bySession,
    lines: sum(({ lines }) => lines),
    old: SURVIVAL_DAYS.map((_, n) => sum(({ old }) => old[n])),
    kept: SURVIVAL_DAYS.map((_, n) => sum(({ kept }) => kept[n])),
  }
}

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
