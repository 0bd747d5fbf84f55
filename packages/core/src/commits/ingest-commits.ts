import type { NewCommit, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { createRedactor, type Redactor, redactPath, redactProject } from '@teamlore/redaction'
import { type MachineId, newId } from '@teamlore/shared'
import {
  COMMIT_LIMITS,
  type IngestCommit,
  type IngestCommitsRequest,
  type IngestCommitsResponse,
} from '@teamlore/shared/commits'
import { inPortions } from '@teamlore/shared/portions'
import { documentsOfCommit } from '../documents/documents-of-commit.ts'
import { mayReportOutcome } from '../identity/teams/may-report-outcome.ts'
import { requirePerson } from '../identity/teams/require-person.ts'
import { forCapture, type TeamScope } from '../identity/teams/team-scope.ts'
import { resolveMachine } from '../machines/resolve-machine.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { createSlices } from '../platform/slices.ts'
import { letCommitsIn } from '../projects/let-commits-in.ts'
import { NO_PROJECT, resolveProject } from '../projects/resolve-project.ts'
import { cleanStrings } from '../text/clean-strings.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'machine' | 'project' | 'commit' | 'document'>
}

/**
 * Takes commits of one repository, whether or not its project is open to the sender. Those that are here already stay as
 * they are but for sessions that were noted since, and none is ever taken away: what was
 * rewritten or whose branch is gone still says which sessions wrote its lines. Who that was, the worker finds out.
 *
 * @throws DomainError `machine.mismatch`.
 */
export const makeIngestCommits = ({ unitOfWork, now = systemClock, ids = newId }: Deps) => {
  const slices = createSlices(CHARACTERS)
  return async (
    scope: TeamScope<'member'>,
    request: IngestCommitsRequest,
  ): Promise<IngestCommitsResponse> => {
    const { rewrites, ...sent } = request
    const taken: Taken[] = []
    let rest = once(request.commits)
    // At least one portion, as what comes beside the commits may come alone.
    do {
      const limits = { items: MOST_COMMITS, size: slices.size(), sizeOf: charsOf }
      const [commits = []] = inPortions(rest, limits)
      rest = rest.slice(commits.length)
      // What git rewrote comes last, when all commits are here.
      const portion = { ...sent, commits, rewrites: rest.length === 0 ? rewrites : [] }
      const characters = commits.reduce((sum, commit) => sum + charsOf(commit), 0)
      taken.push(
        await unitOfWork.inTeam(forCapture(scope), (repos) =>
          slices.take(
            () => takePortion(repos, { scope, now: now(), ids }, portion),
            () => characters,
          ),
        ),
      )
    } while (rest.length > 0)
    const received = request.commits.length
    const sum = (of: 'inserted' | 'redactions') => taken.reduce((n, one) => n + one[of], 0)
    const inserted = mayReportOutcome(scope) ? sum('inserted') : received
    return {
      machine_id: taken[0]?.machineId ?? '',
      project_id: NO_PROJECT,
      commits: { received, inserted, unchanged: received - inserted },
      server_redactions: sum('redactions'),
    }
  }
}

/** Commits of one transaction, and about how many characters they are: others get their turn before the next. */
const MOST_COMMITS = 50
const CHARACTERS = { first: 60_000, least: 20_000, most: 300_000 }

const charsOf = ({ files, subject }: IngestCommit): number =>
  files.reduce(
    (sum, { path, added, removed }) => sum + path.length + 19 * (added.length + removed.length),
    subject.length,
  )

type Taken = { machineId: MachineId; inserted: number; redactions: number }
type Taking = { scope: TeamScope<'member'>; now: Date; ids: NonNullable<Deps['ids']> }

const takePortion = async (
  repos: TeamRepositories,
  { scope, now, ids }: Taking,
  request: IngestCommitsRequest,
): Promise<Taken> => {
  const userId = requirePerson(scope)
  const { id: machineId } = await resolveMachine(
    repos,
    { userId, actor: scope.actor },
    cleanStrings(request.machine),
    { newMachineId: ids.machine, now },
  )
  const redactor = createRedactor(await repos.redactionRules.get())
  const project = await resolveProject(
    repos,
    redactProject(cleanStrings(request.project), redactor),
    { machineId, newProjectId: ids.project },
  )
  const cleaned = request.commits.map((commit) => cleanCommit(commit, redactor))
  const commits = cleaned.map(({ commit }): NewCommit => ({ ...commit, id: ids.commit() }))
  const privateTo = project.defaultVisibility === 'private' ? userId : null
  const shas = commits.map(({ sha }) => sha)
  if (privateTo === null) await letCommitsIn(repos, { owner: userId, projects: [project.id] }, shas)
  // One that its sender reads there is no other one, though it would be theirs alone now.
  const known = await repos.commits.idsOf(project.id, shas)
  const unheard = commits.filter(({ sha }) => !known.has(sha))
  const inserted = await repos.commits.insert(unheard, {
    projectId: project.id,
    privateTo,
    machineId,
  })
  const fresh = commits.filter(({ id }) => inserted.has(id))
  const noted = await repos.commits.note(
    project.id,
    commits.filter(({ id }) => !inserted.has(id)),
  )
  const facts = { teamId: scope.teamId, projectId: project.id, privateTo }
  await repos.documents.replace(
    fresh.flatMap((commit) =>
      documentsOfCommit({ ...commit, ...facts }, { newDocumentId: ids.document }),
    ),
    { sources: fresh.map(({ id }) => id) },
  )
  await rewritten(repos.commits, project.id, request.rewrites)
  if (fresh.length > 0) await repos.outbox.add({ type: 'documents.queued', payload: {} })
  if (fresh.length + noted > 0)
    await repos.outbox.add({ type: 'commits.ingested', payload: { project_id: project.id } })
  const redactions = cleaned.reduce((total, one) => total + one.redactions, 0)
  return { machineId, inserted: fresh.length, redactions }
}

/** Each hash once: the same twice in a request is the same commit. */
const once = (commits: readonly IngestCommit[]): IngestCommit[] => [
  ...new Map(commits.map((commit) => [commit.sha, commit])).values(),
]

type Commits = TeamRepositories['commits']

/** Keeps what git said it rewrote, where both commits are here. */
const rewritten = async (
  commits: Commits,
  projectId: Parameters<Commits['idsOf']>[0],
  rewrites: IngestCommitsRequest['rewrites'],
): Promise<void> => {
  const known = await commits.idsOf(projectId, [
    ...new Set(rewrites.flatMap(({ from, to }) => [from, to])),
  ])
  const relations = rewrites.flatMap(({ from, to }) => {
    const [otherId, commitId] = [known.get(from), known.get(to)]
    if (otherId === undefined || commitId === undefined) return []
    return [
      { commitId, otherId, kind: 'replaces' as const, part: 1, reason: 'git said it rewrote it' },
    ]
  })
  await commits.relate(relations)
}

const isRevert = ({ subject, mentions }: IngestCommit): boolean =>
  /^revert\b/i.test(subject) || mentions.some(({ relation }) => relation === 'reverts')

/** A commit without secrets in what people wrote: its subject, its trailers, why it takes something back, names of files and branches. */
const cleanCommit = (
  said: IngestCommit,
  redactor: Redactor,
): { commit: Omit<NewCommit, 'id'>; redactions: number } => {
  const commit = cleanStrings(said)
  let redactions = 0
  const clean = (text: string, max: number): string => {
    const redacted = redactor.redact(text)
    redactions += redacted.count
    return redacted.text.slice(0, max)
  }
  return {
    commit: {
      ...commit,
      author_name: clean(commit.author_name, 200),
      subject: clean(commit.subject, 500),
      // Of a revert alone: of others nothing is read out of it, so nothing is kept.
      body: isRevert(commit) ? clean(commit.body ?? '', COMMIT_LIMITS.maxBodyChars) : '',
      branch: commit.branch && redactPath(commit.branch, redactor),
      trailers: commit.trailers.map(({ key, value }) => ({ key, value: clean(value, 500) })),
      noted_sessions: commit.noted_sessions.map(({ native_id, tool, by }) => ({
        by,
        tool: clean(tool, 100),
        native_id: clean(native_id, 300),
      })),
      files: commit.files.map((file) => ({
        ...file,
        path: redactPath(file.path, redactor),
        old_path: file.old_path && redactPath(file.old_path, redactor),
      })),
    },
    redactions,
  }
}
