import type { CodeGraphKey, StoredBuild, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { createRedactor, type Redactor, redactPath, redactProject } from '@teamlore/redaction'
import { newId } from '@teamlore/shared'
import type { CodeGraphFile, CodeGraphReceipt, CodeGraphRequest } from '@teamlore/shared/code'
import { mayReportOutcome } from '../identity/teams/may-report-outcome.ts'
import { requirePerson } from '../identity/teams/require-person.ts'
import { forCapture, type TeamScope } from '../identity/teams/team-scope.ts'
import { resolveMachine } from '../machines/resolve-machine.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { NO_PROJECT, resolveProject } from '../projects/resolve-project.ts'
import { cleanStrings } from '../text/clean-strings.ts'
import { anchorsOn, refreshAnchors } from './refresh-anchors.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'machine' | 'project'>
}

/**
 * Takes a part of the code graph of a repository. The graph of a default branch is the team's: other branches only add files
 * that it lacks. What the same machine built earlier changes nothing, nor does the same again.
 *
 * @throws DomainError `machine.mismatch`.
 */
export const makeStoreCodeGraph =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  async (scope: TeamScope<'member'>, request: CodeGraphRequest): Promise<CodeGraphReceipt> => {
    const stored = await unitOfWork.inTeam(forCapture(scope), async (repos) => {
      const userId = requirePerson(scope)
      const at = now()
      const { id: machineId } = await resolveMachine(
        repos,
        { userId, actor: scope.actor },
        cleanStrings(request.machine),
        { newMachineId: ids.machine, now: at },
      )
      const redactor = createRedactor(await repos.redactionRules.get())
      const said = redactProject(cleanStrings(request.project), redactor)
      const project = await resolveProject(repos, said, { machineId, newProjectId: ids.project })
      const key: CodeGraphKey = {
        projectId: project.id,
        privateTo: project.defaultVisibility === 'private' ? userId : null,
      }
      await repos.codeGraphs.lock(key)
      const before = await repos.codeGraphs.find(key)
      const built: StoredBuild = {
        machineId,
        build: request.build,
        commit: request.commit,
        branch: request.branch === null ? null : redactPath(request.branch, redactor),
        isDefaultBranch: request.is_default_branch,
        builtAt: new Date(request.built_at),
      }
      return write(repos, { key, before, built, at, request, redactor })
    })
    return { project_id: NO_PROJECT, ...(mayReportOutcome(scope) ? stored : takenOf(request)) }
  }

/** To who may not know what was there before: whole, so that nothing is missing of it. */
const takenOf = ({ files, mode }: CodeGraphRequest): Omit<CodeGraphReceipt, 'project_id'> => ({
  state: 'stored',
  files: { sent: files.length, changed: files.length, gone: 0 },
  wants_whole: mode === 'changes',
})

type Writing = {
  key: CodeGraphKey
  before: StoredBuild | undefined
  built: StoredBuild
  at: Date
  request: CodeGraphRequest
  redactor: Redactor
}

type Repositories = Pick<TeamRepositories, 'codeGraphs' | 'anchorStates'>

const write = async (
  repos: Repositories,
  { key, before, built, at, request, redactor }: Writing,
): Promise<Omit<CodeGraphReceipt, 'project_id'>> => {
  const { codeGraphs } = repos
  const sent = request.files.length
  const isOutdated =
    before?.machineId === built.machineId && built.builtAt.getTime() < before.builtAt.getTime()
  if (isOutdated)
    return { state: 'outdated', files: { sent, changed: 0, gone: 0 }, wants_whole: false }
  const addOnly = before?.isDefaultBranch === true && !built.isDefaultBranch
  const files = cleanFiles(request.files, redactor)
  const anchors = await anchorsOn(
    repos,
    key,
    files.map(({ path }) => path),
  )
  const changed = await codeGraphs.put(key, files, { build: built.build, at, addOnly })
  if (addOnly)
    return {
      state: 'added',
      files: { sent, changed: changed.length, gone: 0 },
      wants_whole: false,
    }
  const isLast = !request.has_more
  const leaving = [
    ...request.gone,
    ...(request.mode === 'whole' && isLast ? await codeGraphs.unnamed(key, built.build) : []),
  ]
  const left = await anchorsOn(repos, key, leaving)
  const gone = await codeGraphs.remove(key, leaving)
  await refreshAnchors(repos, key, { ...anchors, files, left, gone })
  if (isLast) await codeGraphs.note(key, built)
  return {
    state: 'stored',
    files: { sent, changed: changed.length, gone: gone.length },
    wants_whole: before === undefined && request.mode === 'changes',
  }
}

/** Names of files may hold what is a key beyond doubt. Each path counts once. */
const cleanFiles = (files: readonly CodeGraphFile[], redactor: Redactor): CodeGraphFile[] => {
  const clean = (path: string): string => redactPath(path, redactor)
  const byPath = new Map(
    cleanStrings([...files]).map((file) => {
      const path = clean(file.path)
      const imports = file.imports.map(({ to, kind }) => ({ to: clean(to), kind }))
      return [path, { ...file, path, imports }] as const
    }),
  )
  return [...byPath.values()]
}
