import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import {
  createRedactor,
  isNeverCaptured,
  type Redactor,
  redactLines,
  redactPath,
  redactProject,
} from '@teamlore/redaction'
import { newId, type ProjectId } from '@teamlore/shared'
import { inPortions } from '@teamlore/shared/portions'
import type { SendSharedCode, SharedCodeReceipt, SharedCommit } from '@teamlore/shared/shared-code'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { resolveMachine } from '../machines/resolve-machine.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { knownProject } from '../projects/resolve-project.ts'
import { cleanStrings } from '../text/clean-strings.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'machine'>
}

const NOTHING = { shares_code: false, lacking: 0, wanted: [] as string[], stored: 0, redactions: 0 }

/**
 * Answers a machine whether the project of a repository shares its code, and takes that of its commits where it does. A project that is
 * closed to the asker answers as one that nobody knows, and none is made here.
 *
 * @throws DomainError `machine.mismatch`.
 */
export const makeStoreSharedCode =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  async (scope: TeamScope<'member'>, request: SendSharedCode): Promise<SharedCodeReceipt> => {
    const cut = inPortions(request.commits, { ...PORTION, sizeOf: charsOf })
    // At least one, as what comes beside them may come alone.
    const portions = cut.length > 0 ? cut : [[]]
    let taken = { ...NOTHING }
    for (const [n, commits] of portions.entries()) {
      const last = await unitOfWork.inTeam(scope, async (repos) => {
        const projectId = await projectOf(repos, scope, request, { now: now(), ids })
        if (
          projectId === undefined ||
          !(await repos.sharedCode.isShared(projectId, { held: true }))
        )
          return NOTHING
        const redactor = createRedactor(await repos.redactionRules.get())
        const clean = commits.map((commit) => cleanCommit(commit, redactor))
        const stored = await repos.sharedCode.keep(
          projectId,
          clean.map(({ commit }) => commit),
          now(),
        )
        const isLast = n === portions.length - 1
        return {
          shares_code: true,
          lacking: isLast ? await repos.sharedCode.lacking(projectId) : 0,
          wanted: isLast ? await repos.sharedCode.wanted(projectId, request.asked) : [],
          stored,
          redactions: clean.reduce((sum, { redactions }) => sum + redactions, 0),
        }
      })
      taken = {
        ...last,
        stored: taken.stored + last.stored,
        redactions: taken.redactions + last.redactions,
      }
    }
    return {
      shares_code: taken.shares_code,
      lacking: taken.lacking,
      wanted: taken.wanted,
      commits: { received: request.commits.length, stored: taken.stored },
      server_redactions: taken.redactions,
    }
  }

const projectOf = async (
  repos: TeamRepositories,
  scope: TeamScope<'member'>,
  { machine, project }: SendSharedCode,
  { now, ids }: { now: Date; ids: NonNullable<Deps['ids']> },
): Promise<ProjectId | undefined> => {
  const userId = requirePerson(scope)
  const { id: machineId } = await resolveMachine(
    repos,
    { userId, actor: scope.actor },
    cleanStrings(machine),
    { newMachineId: ids.machine, now },
  )
  const redactor = createRedactor(await repos.redactionRules.get())
  const said = redactProject(cleanStrings(project), redactor)
  return (await knownProject(repos, said, machineId))?.id
}

/** Commits of one transaction, and about how many characters they are: others get their turn before the next. */
const PORTION = { items: 50, size: 300_000 }

const charsOf = ({ files }: SharedCommit): number =>
  files.reduce(
    (sum, { hunks }) =>
      hunks.reduce(
        (n, { lines }) => n + 60 + (lines ?? []).reduce((m, line) => m + line.length, 0),
        sum + 100,
      ),
    0,
  )

/** A commit without secrets: what the machine should have taken out is taken out here. */
const cleanCommit = (
  said: SharedCommit,
  redactor: Redactor,
): { commit: SharedCommit; redactions: number } => {
  const commit = cleanStrings(said)
  let redactions = 0
  const files = commit.files.map((file) => ({
    ...file,
    path: redactPath(file.path, redactor),
    old_path: file.old_path && redactPath(file.old_path, redactor),
    hunks: file.hunks.map((hunk) => {
      if (hunk.lines === null) return hunk
      if (isNeverCaptured(file.path)) return { ...hunk, lines: null }
      const { lines, count } = redactLines(hunk.lines, redactor)
      redactions += count
      return { ...hunk, lines: lines ?? null }
    }),
  }))
  return { commit: { ...commit, files }, redactions }
}
