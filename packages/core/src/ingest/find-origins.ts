import type { StoredProject, UnitOfWork } from '@teamlore/db'
import { createRedactor, type Redactor, redactProject } from '@teamlore/redaction'
import type {
  IngestProject,
  IngestRequest,
  IngestSession,
  MachineId,
  newId,
  UserId,
} from '@teamlore/shared'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { resolveMachine } from '../machines/resolve-machine.ts'
import { uploadFingerprint } from '../machines/upload-machine.ts'
import type { Clock } from '../platform/clock.ts'
import { resolveProject } from '../projects/resolve-project.ts'
import { cleanStrings } from '../text/clean-strings.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now: Clock
  ids: Pick<typeof newId, 'machine' | 'project'>
}

/** What all sessions of one request share, found or made before the first of them is written. */
export type Origins = {
  machineId: MachineId
  userId: UserId
  /** Under which the user's uploads are kept; undefined when there are none. */
  uploads: MachineId | undefined
  projectOf: (session: IngestSession) => StoredProject | undefined
  /** By the team's own rules too: an agent may not have had them yet. */
  redactor: Redactor
}

/** Finds or makes them, in a transaction of their own. `known`: the identity of the project of all of them, where there is one. */
export const makeFindOrigins =
  ({ unitOfWork, now, ids }: Deps) =>
  (
    scope: TeamScope<'member'>,
    { machine: said, sessions }: IngestRequest,
    { isUpload, known }: { isUpload: boolean; known?: string | undefined },
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
      const named = known === undefined ? undefined : await repos.projects.findByIdentity(known)
      const found = new Map<string, StoredProject>()
      // In one order, or two requests with the same new projects could wait for each other.
      for (const key of [...new Set(sessions.map(keyOfProject))].sort()) {
        const project: IngestProject | null = JSON.parse(key)
        if (project === null) continue
        const clean = redactProject(cleanStrings(project), redactor)
        const kept = isUpload ? await repos.projects.findByFolder(clean.root_path) : undefined
        const origin = { machineId: machine.id, newProjectId: ids.project }
        found.set(key, named ?? kept ?? (await resolveProject(repos, clean, origin)))
      }
      const projectOf = (session: IngestSession) => found.get(keyOfProject(session))
      const uploads = await repos.machines.findByFingerprint(userId, uploadFingerprint(userId))
      return { machineId: machine.id, userId, uploads: uploads?.id, projectOf, redactor }
    })

const keyOfProject = ({ project }: IngestSession): string => JSON.stringify(project)
