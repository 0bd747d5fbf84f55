import type { MemoryFolder, NewMemoryFileCopy, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { createRedactor, type Redactor, redactProject } from '@teamlore/redaction'
import {
  type MachineId,
  type MemoryFilesReceipt,
  type MemoryFilesReport,
  newId,
  type ReportedMemoryFile,
  type TeamId,
  type UserId,
} from '@teamlore/shared'
import { hashOf } from '../documents/build-documents.ts'
import { documentsOfMemoryFile } from '../documents/documents-of-memory-file.ts'
import { requirePerson } from '../identity/teams/require-person.ts'
import { forCapture, type TeamScope } from '../identity/teams/team-scope.ts'
import { resolveMachine } from '../machines/resolve-machine.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { bounded } from '../projects/project-identity.ts'
import { resolveProject } from '../projects/resolve-project.ts'
import { cleanStrings } from '../text/clean-strings.ts'
import { cleanMemoryFile } from './clean-memory-file.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'machine' | 'project' | 'memoryFile' | 'document'>
}

type Owner = { userId: UserId; machineId: MachineId; isPrivateProject: boolean }

/**
 * Takes all memory files of one folder on one machine, in the place of what the machine said of that folder before. A file of
 * a project says what the copy says that was changed last, wherever it lies; one of which no copy is left is marked as gone
 * and leaves the search index. Sending the same again changes nothing, nor does a report that was held up on its way.
 *
 * @throws DomainError `machine.mismatch`.
 */
export const makeReportMemoryFiles =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  (scope: TeamScope<'member'>, report: MemoryFilesReport): Promise<MemoryFilesReceipt> =>
    unitOfWork.inTeam(forCapture(scope), async (repos) => {
      const userId = requirePerson(scope)
      const at = now()
      const { id: machineId } = await resolveMachine(
        repos,
        { userId, actor: scope.actor },
        cleanStrings(report.machine),
        { newMachineId: ids.machine, now: at },
      )
      const redactor = createRedactor(await repos.redactionRules.get())
      const said = report.project && redactProject(cleanStrings(report.project), redactor)
      const origin = { machineId, newProjectId: ids.project }
      const project = said === null ? null : await resolveProject(repos, said, origin)
      const folder = {
        machineId,
        rootPath: bounded(said?.root_path ?? ''),
        projectId: project?.id ?? null,
      }
      const receipt = { machine_id: machineId, project_id: null }
      await repos.memoryFiles.lock(folder)
      const revision = await repos.memoryFiles.revision(folder)
      if (report.revision < revision) return { ...receipt, revision, ...NOTHING }

      const isPrivateProject = project?.defaultVisibility === 'private'
      const owner = { userId, machineId, isPrivateProject }
      const { copies, redactions } = copiesOf(report.files, { owner, redactor, ids })
      const { changed, gone } = await write(repos, {
        teamId: scope.teamId,
        folder,
        copies,
        at,
        ids,
      })
      await repos.memoryFiles.noteReport(folder, report.revision, at)
      return {
        ...receipt,
        revision: report.revision,
        files: scope.given === null ? { reported: copies.length, changed, gone } : taken(copies),
        server_redactions: redactions,
      }
    })

export type ReportMemoryFiles = ReturnType<typeof makeReportMemoryFiles>

/** Where the answer may not say what was there before. */
const taken = ({ length }: readonly unknown[]) => ({ reported: length, changed: length, gone: 0 })

const NOTHING = { files: { reported: 0, changed: 0, gone: 0 }, server_redactions: 0 }

type Ids = NonNullable<Deps['ids']>

const copiesOf = (
  files: readonly ReportedMemoryFile[],
  { owner, redactor, ids }: { owner: Owner; redactor: Redactor; ids: Ids },
): { copies: NewMemoryFileCopy[]; redactions: number } => {
  const { userId, machineId, isPrivateProject } = owner
  let redactions = 0
  const copies = files.map((file): NewMemoryFileCopy => {
    const { path, tool, is_personal, is_cut, modified_at, git_branch, text } = cleanStrings(file)
    const clean = cleanMemoryFile({ path, text, gitBranch: git_branch }, redactor)
    redactions += clean.redactions
    return {
      newId: ids.memoryFile(),
      ...clean.said,
      tool,
      contentHash: hashOf(clean.said.text),
      privateTo: is_personal || isPrivateProject ? userId : null,
      ownMachine: is_personal ? machineId : null,
      isCut: is_cut || clean.isCut,
      modifiedAt: new Date(modified_at),
    }
  })
  return { copies, redactions }
}

type Repositories = Pick<TeamRepositories, 'memoryFiles' | 'documents' | 'outbox'>
type Writing = {
  teamId: TeamId
  folder: MemoryFolder
  copies: NewMemoryFileCopy[]
  at: Date
  ids: Ids
}

const write = async (
  { memoryFiles, documents, outbox }: Repositories,
  { teamId, folder, copies, at, ids }: Writing,
): Promise<{ changed: number; gone: number }> => {
  const concerned = await memoryFiles.setCopies(folder, copies, at)
  const changed = await memoryFiles.settle(concerned, at)
  const gone = await memoryFiles.markGone(concerned, at)
  const sources = [...changed.map(({ id }) => id), ...gone]
  if (sources.length > 0) {
    const options = { newDocumentId: ids.document }
    await documents.replace(
      changed.flatMap((file) => documentsOfMemoryFile({ ...file, teamId }, options)),
      { sources },
    )
    await outbox.add({ type: 'documents.queued', payload: {} })
  }
  return { changed: changed.length, gone: gone.length }
}
