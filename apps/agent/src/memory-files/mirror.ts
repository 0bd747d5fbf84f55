import { type Redactor, redactEdit, redactPath, redactProject } from '@teamlore/redaction'
import {
  ApiError,
  type IngestProject,
  type LoreClient,
  type MemoryFilesReceipt,
  type RegisterMachineRequest,
} from '@teamlore/shared'
import { isFolder } from '@teamlore/sources/files/is-folder'
import type { Surroundings } from '@teamlore/sources/surroundings'
import type { MemoryFileChoice } from '../env.ts'
import type { Privacy } from '../privacy/privacy.ts'
import type { HeadOf } from '../project/read-head.ts'
import type { ResolveProject } from '../project/resolve-project.ts'
import { type RetryPolicy, sendWithRetries } from '../wire/retry-policy.ts'
import { storableJson } from '../wire/storable-json.ts'
import { packBody } from '../wire/wire.ts'
import { hashOf, type ReadFolder, readFolder, sightFolder } from './look-at-folder.ts'
import {
  type MirroredFolder,
  type MirrorState,
  newFolder,
  openMirrorState,
} from './mirror-state.ts'
import { createNestedPaths } from './nested-paths.ts'

export type MirrorClient = { memoryFiles: Pick<LoreClient['memoryFiles'], 'report'> }

type Deps = {
  /** Folder of what is kept about the server. */
  root: string
  client: MirrorClient
  machine: RegisterMachineRequest
  privacy: Pick<Privacy, 'redactor'>
  surroundings: Pick<Surroundings, 'home' | 'variables'>
  /** All unless told. */
  memoryFiles?: MemoryFileChoice | undefined
  headOf: HeadOf
  clock: () => number
  now: () => Date
  signal?: AbortSignal | undefined
}

export type Mirror = Awaited<ReturnType<typeof openMirror>>

/** Said again after so long, so that the server knows that it is still there, and what got lost comes back. */
const SAY_AGAIN_MS = 24 * 60 * 60_000

/** What the server would not take is offered again after so long: it may be a newer one by then. */
const REFUSED_MS = 60 * 60_000

/** What a person has for all projects. */
export const PERSONAL = ''

/**
 * Mirrors the memory files of folders in which sessions were captured. The files themselves are what waits while the server
 * cannot be reached: only their current text is wanted.
 */
export const openMirror = async (deps: Deps) => {
  const { now, memoryFiles: choice = 'all' } = deps
  const state = await openMirrorState(deps.root)
  const nestedIn = createNestedPaths(deps)
  if (choice !== 'none' && state.get(PERSONAL) === undefined)
    state.note(newFolder(null, now().toISOString()))

  /** @returns whether the folder was not known. */
  const note = async (project: IngestProject): Promise<boolean> => {
    const before = state.get(project.root_path)
    const last_session_at = now().toISOString()
    if (before === undefined && !(await isFolder(project.root_path))) return false
    // A repository may have become better known since.
    const isSame = before !== undefined && hashOf(before.project) === hashOf(project)
    const known = before ?? newFolder(project, last_session_at)
    state.note({ ...known, project, last_session_at, ...(isSame ? {} : { seen: '', sent: '' }) })
    return before === undefined
  }

  const look = async (root: string, retryPolicy: RetryPolicy): Promise<void> => {
    const folder = state.get(root)
    if (folder === undefined || choice === 'none') return
    const sighted = await sightFolder(folder, { ...deps, choice, nestedIn })
    if (sighted === undefined) return
    if (sighted.seen === folder.seen && isSettled(folder, now())) return
    const { redactor } = deps.privacy
    const read = await readFolder(folder, sighted, { redactor: redactor(), times: folder.times })
    const seen = {
      seen: sighted.seen,
      times: read.times,
      left_out: read.leftOut,
      files: read.files.length,
      problem: null,
      is_waiting: false,
    }
    const said = hashOf([folder.project, read.files])
    const isKnown = said === folder.sent && !isStale(folder, now())
    const isNothing = read.files.length === 0 && folder.sent === ''
    if (isKnown || isNothing) return state.save({ ...folder, ...seen })
    await send(
      { ...folder, ...seen },
      { read, said, retryPolicy, state, redactor: redactor() },
      deps,
    )
  }

  return {
    /** Project folders come in the order in which somebody worked there last. */
    folders: state.folders,
    note,
    /** The same resolver, by which the folders of sessions become known here. */
    noting:
      (resolve: ResolveProject, onNew: (root: string) => void = () => undefined): ResolveProject =>
      async (cwd) => {
        const project = await resolve(cwd)
        if (project !== null && choice !== 'none' && (await note(project))) onNew(project.root_path)
        return project
      },
    /**
     * Looks at a folder, and sends what changed.
     *
     * @throws ApiError when the server cannot be reached or does not let this machine in. What else goes wrong with this
     * folder is noted for `lore status`.
     */
    look: async (root: string, retryPolicy: RetryPolicy): Promise<void> => {
      try {
        await look(root, retryPolicy)
      } catch (error) {
        if (error instanceof ApiError || deps.signal?.aborted) throw error
        const folder = state.get(root)
        const problem = { at: now().toISOString(), message: sentenceOf(error) }
        if (folder !== undefined) await state.save({ ...folder, problem, is_waiting: true })
      }
    },
  }
}

/** Looks at all folders once. A server in trouble ends it: what it does not have is sent another time. */
export const mirrorAll = async (
  mirror: Mirror,
  retryPolicy: RetryPolicy,
  signal: AbortSignal | undefined,
): Promise<void> => {
  for (const { root } of mirror.folders()) {
    if (signal?.aborted) return
    const failed = await mirror.look(root, retryPolicy).then(
      () => false,
      () => true,
    )
    if (failed) return
  }
}

/** The server has what is there, or would not have it a moment ago. */
const isSettled = (folder: MirroredFolder, now: Date): boolean => {
  if (!folder.is_waiting) return !isStale(folder, now)
  const refusedMs = Date.parse(folder.problem?.at ?? '')
  return folder.refused !== '' && now.getTime() - refusedMs < REFUSED_MS
}

const isStale = ({ sent, sent_at }: MirroredFolder, now: Date): boolean =>
  sent !== '' && now.getTime() - Date.parse(sent_at ?? '') > SAY_AGAIN_MS

type Sending = {
  read: ReadFolder
  said: string
  retryPolicy: RetryPolicy
  state: MirrorState
  redactor: Redactor
}

const send = async (
  folder: MirroredFolder,
  { read, said, retryPolicy, state, redactor }: Sending,
  { client, machine, headOf, now, signal }: Deps,
): Promise<void> => {
  const head = folder.root === PERSONAL ? null : await headOf(folder.root)
  const branch = head?.branch ? redactPath(head.branch, redactor) : null
  const files = read.files.map((file) => ({
    ...redactEdit(file, redactor),
    git_branch: file.is_personal ? null : branch,
  }))
  const project = folder.project && redactProject(folder.project, redactor)
  const report = async (revision: number): Promise<MemoryFilesReceipt> => {
    const body = await packBody(JSON.stringify(storableJson({ machine, project, revision, files })))
    return sendWithRetries(() => client.memoryFiles.report(body, 'br', { signal }), {
      retryPolicy,
      signal,
    })
  }
  try {
    const first = await report(folder.revision + 1)
    // The server remembers more reports than this machine does.
    const isLate = first.revision > folder.revision + 1
    const { revision } = isLate ? await report(first.revision + 1) : first
    const sent_at = now().toISOString()
    await state.save({ ...folder, revision, sent: said, refused: '', sent_at })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const isRefused = REFUSED.has(error.status)
    const problem = { at: now().toISOString(), message: error.message.slice(0, 500) }
    const refused = isRefused ? said : folder.refused
    await state.save({ ...folder, refused, problem, is_waiting: true })
    if (!isRefused) throw error
  }
}

/** Asking again would be answered the same; the next version of the files may fare better. */
const REFUSED = new Set([400, 404, 409, 413, 415, 422])

const sentenceOf = (error: unknown): string => {
  const { code, path } = error as NodeJS.ErrnoException
  const what = path === undefined ? 'A file' : path
  return `${what} cannot be read (${code ?? (error instanceof Error ? error.message : String(error))}).`.slice(
    0,
    500,
  )
}
