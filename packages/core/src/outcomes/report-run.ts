import type { UnitOfWork } from '@teamlore/db'
import { createRedactor } from '@teamlore/redaction'
import { type MemoryId, newId, type ProjectId } from '@teamlore/shared'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { findProject } from '../code/get-code-graph.ts'
import { speakerOf, type TeamScope } from '../identity/teams/team-scope.ts'
import type { Remember } from '../memories/remember.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { cleanStrings } from '../text/clean-strings.ts'
import { lowerTrust, restoreTrust, type SaidAgainst } from './trust.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  remember: Remember
  now?: Clock
  ids?: Pick<typeof newId, 'memory' | 'document'>
}

/** A build, a deploy or an incident, as a tool reports it. */
export type Run = {
  of: 'build' | 'deploy' | 'incident'
  project: string
  /** What its tool calls it: the same again takes the place of what was said before. */
  key: string
  /** Whether it speaks against the commits. */
  isBad: boolean
  /** Whether it ended with something that is worth a draft. */
  isLesson: boolean
  title: string
  url: string | undefined
  commits: readonly string[]
  reason: string
}

export type ReportedRun = {
  /** Its commits that are here. */
  commits: number
  lowered: number
  restored: number
  /** The draft that was made of it. */
  draft: MemoryId | string | null
}

/**
 * What became of commits outside. What rests on those of a bad end is trusted less, as long as that is how it ends; nothing is withdrawn by
 * it, as a build of many commits fails by one of them. The same again changes nothing.
 *
 * @throws DomainError `code.project_not_found`
 */
export const makeReportRun =
  ({ unitOfWork, remember, now = systemClock, ids = newId }: Deps) =>
  async (scope: TeamScope<'member'>, asked: Run): Promise<ReportedRun> => {
    const { run, projectId, commits, lowered, restored, paths } = await unitOfWork.inTeam(
      scope,
      async (repos) => {
        const run = cleanRun(asked, createRedactor(await repos.redactionRules.get()))
        const { id: projectId } = await findProject(repos, run.project)
        const commits =
          run.commits.length === 0
            ? []
            : await repos.outcomes.ofPullRequest(projectId, {
                shas: run.commits,
                branch: undefined,
              })
        const said = saidBy(run, projectId)
        const paths = await repos.outcomes.pathsOf(commits.map(({ id }) => id))
        const found = { run, projectId, commits, paths }
        if (!run.isBad) return { ...found, lowered: 0, restored: await restoreTrust(repos, said) }
        const concerned = new Set<MemoryId>()
        for (const { id, sha } of commits)
          for (const memory of await repos.outcomes.concerned(id, sha)) concerned.add(memory.id)
        const made = { teamId: scope.teamId, by: speakerOf(scope), at: now(), ids }
        return {
          ...found,
          lowered: await lowerTrust(repos, said, [...concerned], made),
          restored: 0,
        }
      },
    )
    const counted = { commits: commits.length, lowered, restored }
    if (!run.isLesson || run.reason === '') return { ...counted, draft: null }
    const { id } = await remember(
      scope,
      rememberRequestSchema.parse({
        kind: 'gotcha',
        project: projectId,
        draft: true,
        origin: 'tool',
        statement: `Incident: ${run.title}`,
        reason: run.reason,
        anchors: paths.map((path) => ({ path })),
        evidence: [
          ...(run.url === undefined ? [] : [{ kind: 'document', ref: run.url, quote: run.reason }]),
          ...commits.slice(0, 5).map(({ sha }) => ({ kind: 'commit', ref: sha })),
        ],
      }),
    )
    return { ...counted, draft: id }
  }

/** What a tool hands on may hold secrets that stood in a log. */
const cleanRun = (asked: Run, redactor: ReturnType<typeof createRedactor>): Run => {
  const plain = cleanStrings(asked)
  const without = (text: string) => redactor.redact(text).text
  return {
    ...plain,
    key: without(plain.key),
    title: without(plain.title),
    reason: without(plain.reason),
    url: plain.url === undefined ? undefined : without(plain.url),
  }
}

const saidBy = ({ of, key, title, reason }: Run, projectId: ProjectId): SaidAgainst => ({
  type: 'test_failed',
  source: `${of}:${projectId}:${key}`.slice(0, 300),
  note: `${of} ${title}${reason === '' ? '' : `: ${reason}`}`.slice(0, 1_000),
})
