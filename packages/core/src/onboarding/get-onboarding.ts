import type { BriefMemory, NamedProject, TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { Onboarding, OnboardingQuery } from '@teamlore/shared/onboarding'
import { plural } from '@teamlore/shared/plural'
import { findProject } from '../code/get-code-graph.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { oneLine } from '../text/one-line.ts'
import { fitOnboarding, type OnboardingPart } from './fit-onboarding.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now?: Clock }
type Entry = OnboardingPart['entries'][number]

const DAY_MS = 86_400_000
const MEMORIES = 300
const SUMMARIES = 60
const OF_EACH = 40
const FOLDERS = { folders: 12, each: 3 }
const MAX_ENTRY_CHARS = 400
const PITFALLS: ReadonlySet<BriefMemory['memoryKind']> = new Set<BriefMemory['memoryKind']>([
  'gotcha',
  'graveyard',
])

/**
 * What a person who joins a project wants to know first, within a budget: what it is, what was decided, what bites, who works on
 * what, what was done lately, what is open. Each part is of what the asker may read.
 *
 * @throws DomainError `code.project_not_found`.
 */
export const makeGetOnboarding =
  ({ unitOfWork, now = systemClock }: Deps) =>
  (
    scope: TeamScope,
    { project: named, days, budget_tokens }: OnboardingQuery,
  ): Promise<Onboarding> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const project = await findProject(repos, named)
      const filter = { value: project.id, identity: null }
      const at = now()
      const since = new Date(at.getTime() - days * DAY_MS)
      const memories = (await repos.brief.memories(filter, MEMORIES)).toSorted(
        (a, b) => Number(a.isUnreviewed) - Number(b.isUnreviewed) || b.confidence - a.confidence,
      )
      const recent = await repos.brief.recent(filter, {
        observations: 1,
        summaries: SUMMARIES,
        work: 0,
      })
      const summaries = recent.flatMap((one) =>
        one.kind === 'summary' && Date.parse(one.occurredAt ?? '') >= since.getTime() ? [one] : [],
      )
      const people = await repos.insights.people(
        { project: filter, since, now: at, maxCommits: 1_000, maxLines: 40_000 },
        FOLDERS,
      )
      const parts: OnboardingPart[] = [
        { name: 'about', title: 'What it is', entries: await aboutOf(repos, project) },
        {
          name: 'decisions',
          title: 'Decisions and rules',
          entries: memories.filter(({ memoryKind }) => !PITFALLS.has(memoryKind)).map(entryOf),
        },
        {
          name: 'gotchas',
          title: 'Gotchas',
          entries: memories.filter(({ memoryKind }) => PITFALLS.has(memoryKind)).map(entryOf),
        },
        {
          name: 'people',
          title: 'Who works on what',
          entries: people.map(({ person, folder, commits }) => ({
            id: null,
            text: cut(`${person}: ${folder} (${plural(commits, 'commit')})`),
          })),
        },
        { name: 'work', title: 'Recent work', entries: entriesOf(summaries, 'completed') },
        { name: 'threads', title: 'Open threads', entries: entriesOf(summaries, 'nextSteps') },
      ]
      const fitted = fitOnboarding(project.name, parts, budget_tokens)
      return {
        project: { id: project.id, name: project.name },
        days,
        text: fitted.text,
        tokens: fitted.tokens,
        budget_tokens,
        sections: fitted.sections,
      }
    })

const cut = (text: string): string => {
  const line = oneLine(text)
  return line.length <= MAX_ENTRY_CHARS ? line : `${line.slice(0, MAX_ENTRY_CHARS - 1).trimEnd()}…`
}

const entryOf = ({ id, statement, reason, isUnreviewed, stale }: BriefMemory): Entry => ({
  id,
  text: cut(
    [
      statement,
      reason === '' ? '' : `Why: ${reason}`,
      isUnreviewed ? '(unreviewed)' : '',
      stale === null ? '' : '(called stale)',
    ]
      .filter((part) => part !== '')
      .join(' '),
  ),
})

type Summary = Extract<
  Awaited<ReturnType<TeamRepositories['brief']['recent']>>[number],
  { kind: 'summary' }
>

/** Each once, the newest first. */
const entriesOf = (summaries: readonly Summary[], part: 'completed' | 'nextSteps'): Entry[] => {
  const texts = new Map<string, Entry>()
  for (const summary of summaries) {
    const text = cut(summary[part])
    if (text !== '' && !texts.has(text)) texts.set(text, { id: summary.id, text })
  }
  return [...texts.values()].slice(0, OF_EACH)
}

/** Its name, how much code there is, in which languages. */
const aboutOf = async (
  { codeGraph }: Pick<TeamRepositories, 'codeGraph'>,
  project: NamedProject,
): Promise<Entry[]> => {
  const graph = await codeGraph.overview(project.id)
  if (graph === undefined) return []
  const languages = graph.languages
    .slice(0, 4)
    .map(({ language, files }) => `${language} (${files})`)
    .join(', ')
  return [
    {
      id: project.id,
      text: cut(`${project.name}: ${plural(graph.files, 'file')} of code; ${languages}`),
    },
  ]
}
