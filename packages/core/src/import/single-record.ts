import { createHash } from 'node:crypto'
import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { ImportedSession, IngestMessage, IngestProject, IngestSession } from '@teamlore/shared'
import type {
  CreateObservationRequest,
  CreatePromptRequest,
  CreateSummaryRequest,
  SingleRecord,
} from '@teamlore/shared/single-records'
import { requirePerson } from '../identity/teams/require-person.ts'
import { forCapture, type TeamScope } from '../identity/teams/team-scope.ts'
import { UPLOAD_PLATFORM } from '../machines/upload-machine.ts'
import { memoryProjectUnknown } from '../memories/memories.errors.ts'
import { projectOf } from '../memories/project-of.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { remoteIdentity } from '../projects/project-identity.ts'
import { parseRemoteUrl } from '../projects/remote-url.ts'
import { firstLine } from '../text/clean-text.ts'
import type { ImportRecords } from './import-records.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  importRecords: ImportRecords
  now?: Clock
}
type Kind = 'observation' | 'summary' | 'prompt'
type Request = CreatePromptRequest & { title?: string | undefined }
type Records = Omit<ImportedSession, 'session'> & { messages: IngestMessage[] }

/** What sends single records, where a session names its coding tool. */
const TOOL = 'api'
const TITLE_CHARS = 200

const make =
  <R extends Request>(
    kind: Kind,
    recordsOf: (request: R, titled: { title: string; at: string }) => Partial<Records>,
  ) =>
  ({ unitOfWork, importRecords, now = systemClock }: Deps) =>
  async (scope: TeamScope<'member'>, request: R): Promise<SingleRecord> => {
    const userId = requirePerson(scope)
    const place = await unitOfWork.inTeam(scope, (repos) => placeOf(repos, request.project))
    const nativeId = nameOf(kind, request, place)
    // What comes a second time keeps the time it had.
    const [known] = await unitOfWork.inTeam(forCapture(scope), ({ sessions }) =>
      sessions.findAllOfUser(userId, [{ tool: TOOL, nativeId }]),
    )
    const title = request.title ?? firstLine(request.text, TITLE_CHARS)
    const at = request.occurred_at ?? known?.startedAt ?? now().toISOString()
    const { messages = [], ...records } = recordsOf(request, { title, at })
    const session: IngestSession = {
      ...EMPTY,
      native_id: nativeId,
      project: place.project,
      title,
      started_at: at,
      ended_at: at,
      messages,
    }
    const sent = {
      machine: machineOf(userId),
      sessions: [{ observations: [], summaries: [], ...records, session }],
    }
    const { sessions } = await importRecords(scope, sent, place.known)
    const stored = sessions[0]
    if (stored === undefined) throw new Error('Import did not answer for the session.')
    const { session_id, created } = stored
    const id = await unitOfWork.inTeam(scope, (repos) => idOf(repos, kind, session_id))
    return { id: id ?? null, session_id, created }
  }

/** A finding by itself. @throws DomainError `memory.project_unknown`, `memory.project_ambiguous`. */
export const makeCreateObservation = make<CreateObservationRequest>(
  'observation',
  ({ text, type, facts, concepts, files }, { title, at }) => ({
    observations: [
      {
        key: 'observation',
        type,
        title,
        subtitle: '',
        narrative: text,
        facts,
        concepts,
        files_read: files,
        files_modified: [],
        prompt_key: null,
        message_key: null,
        occurred_at: at,
      },
    ],
  }),
)

/** A summary by itself. @throws as for a finding. */
export const makeCreateSummary = make<CreateSummaryRequest>(
  'summary',
  ({ text, title: request = '' }, { at }) => ({
    summaries: [
      {
        prompt_number: 0,
        prompt_key: null,
        request,
        investigated: '',
        learned: '',
        completed: text,
        next_steps: '',
        notes: '',
        occurred_at: at,
      },
    ],
  }),
)

/** A prompt by itself. @throws as for a finding. */
export const makeCreatePrompt = make<CreatePromptRequest>('prompt', ({ text }, { at }) => ({
  messages: [
    {
      key: 'prompt',
      parent_key: null,
      ordinal: 0,
      ts: at,
      role: 'user',
      kind: 'human',
      model: null,
      blocks: [{ type: 'text', text }],
      usage: null,
      cwd: null,
      git_branch: null,
      tool_version: null,
      is_abandoned: false,
    },
  ],
}))

const EMPTY: IngestSession = {
  tool: TOOL,
  native_id: '',
  kind: 'main',
  // Nobody sat at it: lists of sessions leave it out.
  started_by: 'program',
  parent_native_id: null,
  project: null,
  cwd: null,
  git_branch: null,
  git_head: null,
  tool_version: null,
  models: [],
  title: null,
  started_at: null,
  ended_at: null,
  pull_requests: [],
  source: { path: 'api', lines: 1, bad_lines: 0, unknown_records: 0, redactions: 0 },
  messages: [],
  edits: [],
}

const hashOf = (...parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)

/** Hashed, since a key or a text may hold a secret. */
const nameOf = (kind: Kind, { key, text, title }: Request, { project, known }: Place): string => {
  const where = project === null ? undefined : (project.remote_url ?? known)
  return `${kind}:${key === undefined ? hashOf('text', where, title, text) : hashOf('key', key)}`
}

/** Stands for the machine of what a person sends by the API. */
const machineOf = (userId: string) => ({
  fingerprint: hashOf('records of', userId),
  name: 'API',
  platform: UPLOAD_PLATFORM,
  agent_version: '0',
})

const IS_REMOTE = /^(?:[a-z][a-z+.-]*:\/\/|[\w.-]+@[\w.-]+:)/i

/** `known`: what the project is known by, where it may be known. */
type Place = { project: IngestProject | null; known?: string | undefined }

const at = (remote_url: string | null): IngestProject => ({
  remote_url,
  root_commit: null,
  root_path: '',
})

const placeOf = async (repos: TeamRepositories, named: string | undefined): Promise<Place> => {
  if (named === undefined) return { project: null }
  if (IS_REMOTE.test(named)) {
    const remote = parseRemoteUrl(named)
    return { project: at(named), known: remote && remoteIdentity(remote.identity) }
  }
  const { id } = await projectOf(repos, named)
  const project = id === null ? undefined : await repos.team.project(id)
  const known = id === null ? undefined : await repos.projects.identityOf(id)
  if (project === undefined || known === undefined) throw memoryProjectUnknown()
  return { project: at(project.remote_url), known }
}

const idOf = async (
  { observationList, summaryList, promptList }: TeamRepositories,
  kind: Kind,
  sessionId: string,
): Promise<string | undefined> => {
  if (kind === 'observation')
    return (await observationList.list({ sessionId }, { limit: 1 })).items[0]?.id
  if (kind === 'summary') return (await summaryList.list({ sessionId }, { limit: 1 })).items[0]?.id
  return (await promptList.list({ sessionId }, { limit: 1 })).items[0]?.id
}
