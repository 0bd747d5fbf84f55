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
import { projectOf } from '../memories/project-of.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { firstLine } from '../text/clean-text.ts'
import { projectWithoutRemote } from './import.errors.ts'
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
    const project = await unitOfWork.inTeam(scope, (repos) => folderOf(repos, request.project))
    const nativeId = nameOf(kind, request, project)
    // What comes a second time keeps the time it had.
    const [known] = await unitOfWork.inTeam(forCapture(scope), ({ sessions }) =>
      sessions.findAllOfUser(userId, [{ tool: TOOL, nativeId }]),
    )
    const title = request.title ?? firstLine(request.text, TITLE_CHARS)
    const at = request.occurred_at ?? known?.startedAt ?? now().toISOString()
    const { messages = [], ...records } = recordsOf(request, { title, at })
    const session: IngestSession = {
      ...EMPTY,
      // Said of somebody's work by a program; a prompt is a person's own.
      ...(kind === 'prompt' ? {} : { started_by: 'program' as const }),
      native_id: nativeId,
      project,
      title,
      started_at: at,
      ended_at: at,
      messages,
    }
    const { sessions } = await importRecords(scope, {
      machine: machineOf(userId),
      sessions: [{ observations: [], summaries: [], ...records, session }],
    })
    const stored = sessions[0]
    if (stored === undefined) throw new Error('Import did not answer for the session.')
    const { session_id, created } = stored
    const id = await unitOfWork.inTeam(scope, (repos) => idOf(repos, kind, session_id))
    return { id: id ?? null, session_id, created }
  }

/** A finding by itself. @throws DomainError `memory.project_unknown`, `memory.project_ambiguous`, `import.project_without_remote`. */
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
const nameOf = (kind: Kind, { key, text, title }: Request, project: IngestProject | null): string =>
  `${kind}:${key === undefined ? hashOf('text', project?.remote_url, title, text) : hashOf('key', key)}`

/** Stands for the machine of what a person sends by the API. */
const machineOf = (userId: string) => ({
  fingerprint: hashOf('records of', userId),
  name: 'API',
  platform: UPLOAD_PLATFORM,
  agent_version: '0',
})

const IS_REMOTE = /^(?:[a-z][a-z+.-]*:\/\/|[\w.-]+@[\w.-]+:)/i

const folderOf = async (
  repos: TeamRepositories,
  named: string | undefined,
): Promise<IngestProject | null> => {
  if (named === undefined) return null
  const at = (remote_url: string) => ({ remote_url, root_commit: null, root_path: '' })
  if (IS_REMOTE.test(named)) return at(named)
  const { id } = await projectOf(repos, named)
  const project = id === null ? undefined : await repos.team.project(id)
  if (project?.remote_url == null) throw projectWithoutRemote()
  return at(project.remote_url)
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
