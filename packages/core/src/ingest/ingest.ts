import type { StoredProject, UnitOfWork } from '@teamlore/db'
import { createRedactor, type Redactor, redactProject, redactSession } from '@teamlore/redaction'
import {
  type IngestProject,
  type IngestRequest,
  type IngestResponse,
  type IngestSession,
  type MachineId,
  newId,
  type UserId,
} from '@teamlore/shared'
import { resolveMachine } from '../machines/resolve-machine.ts'
import { uploadFingerprint } from '../machines/upload-machine.ts'
import { cleanStrings } from '../platform/clean-strings.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { resolveProject } from '../projects/resolve-project.ts'
import { documentsOfMessage } from '../search/documents/documents-of-message.ts'
import { requirePerson } from '../teams/require-person.ts'
import type { TeamScope } from '../teams/team-scope.ts'
import type { DocumentsOfMessage } from './index-messages.ts'
import { prepareSession } from './prepare-session.ts'
import { makeWriteSession } from './write-session.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  /** The server's own look for secrets that the agent should have taken out already. */
  redact?: (session: IngestSession, redactor: Redactor) => { session: IngestSession; count: number }
  documentsOf?: DocumentsOfMessage
  ids?: Pick<typeof newId, 'machine' | 'project' | 'session' | 'message' | 'edit'>
}

/** How files that a person hands in are taken, other than what a machine sends. */
export type Upload = {
  /** For the person alone, whatever is usual in the project. */
  isPrivate: boolean
}

/** What all sessions of one request share, found or made before the first of them is written. */
type Origins = {
  machineId: MachineId
  userId: UserId
  /** Under which the user's uploads are kept; undefined when there are none. */
  uploads: MachineId | undefined
  projects: (StoredProject | undefined)[]
  /** By the team's own rules too: an agent may not have had them yet. */
  redactor: Redactor
}

/**
 * Takes in sessions of one machine. Each is written in a transaction of its own, so a large request
 * holds nothing up and a failing one keeps what came before. Sending the same again changes
 * nothing; an older or shorter copy takes nothing away.
 */
export const makeIngest = ({
  unitOfWork,
  now = systemClock,
  redact = redactSession,
  documentsOf = documentsOfMessage,
  ids = newId,
}: Deps) => {
  const writeSession = makeWriteSession({ unitOfWork, documentsOf, ids })

  const findOrigins = (
    scope: TeamScope<'member'>,
    { machine: said, sessions }: IngestRequest,
    isUpload: boolean,
  ): Promise<Origins> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const userId = requirePerson(scope)
      const machine = await resolveMachine(
        repos,
        { userId, actor: scope.actor },
        cleanStrings(said),
        { newMachineId: ids.machine, now: now() },
      )
      const redactor = createRedactor(await repos.redactionRules.get())
      const found = new Map<string, StoredProject>()
      // In one order, or two requests with the same new projects could wait for each other.
      for (const key of [...new Set(sessions.map(keyOfProject))].sort()) {
        const project: IngestProject | null = JSON.parse(key)
        if (project === null) continue
        const clean = redactProject(cleanStrings(project), redactor)
        const known = isUpload
          ? await repos.projects.findByFolder(userId, clean.root_path)
          : undefined
        const origin = { machineId: machine.id, newProjectId: ids.project }
        found.set(key, known ?? (await resolveProject(repos, clean, origin)))
      }
      const projects = sessions.map((session) => found.get(keyOfProject(session)))
      const uploads = await repos.machines.findByFingerprint(userId, uploadFingerprint(userId))
      return { machineId: machine.id, userId, uploads: uploads?.id, projects, redactor }
    })

  return async (
    scope: TeamScope<'member'>,
    request: IngestRequest,
    upload?: Upload,
  ): Promise<IngestResponse> => {
    const isUploaded = upload !== undefined
    const { machineId, userId, uploads, projects, redactor } = await findOrigins(
      scope,
      request,
      isUploaded,
    )
    const hides = upload?.isPrivate === true
    const results: IngestResponse['sessions'] = []
    for (const [index, sent] of request.sessions.entries()) {
      const project = projects[index]
      const { session, count } = redact(cleanStrings(sent), redactor)
      const arrived = prepareSession(session, {
        project,
        redactions: count,
        newEditId: ids.edit,
        now: now(),
      })
      const privateTo = hides || project?.defaultVisibility === 'private' ? userId : null
      const owner = { machineId, userId, privateTo }
      const written = await writeSession(scope, arrived, owner, { isUploaded, uploads, hides })
      results.push({ ...written, server_redactions: count })
    }
    return { machine_id: machineId, sessions: results }
  }
}

const keyOfProject = ({ project }: IngestSession): string => JSON.stringify(project)

export type Ingest = ReturnType<typeof makeIngest>
