import { redactEdit, redactPath, redactProject } from '@teamlore/redaction'
import type { IngestProject, MemoryFilesReport, RegisterMachineRequest } from '@teamlore/shared'
import { storableJson } from '@teamlore/shared/storable-json'
import { isFolder } from '@teamlore/sources/files/is-folder'
import type { Surroundings } from '@teamlore/sources/surroundings'
import type { MemoryFileChoice } from '../env.ts'
import type { Privacy } from '../privacy/privacy.ts'
import type { HeadOf } from '../project/read-head.ts'
import type { ResolveProject } from '../project/resolve-project.ts'
import { isAboutCapacity, reasonOfCapacity } from '../spool/capacity.ts'
import type { Spool } from '../spool/spool.ts'
import { packBody } from '../wire/wire.ts'
import { hashOf, type ReadFolder, readFolder, sightFolder } from './look-at-folder.ts'
import { type MirroredFolder, type MirrorState, newFolder } from './mirror-state.ts'
import { createNestedPaths } from './nested-paths.ts'

type Deps = {
  state: MirrorState
  spool: Pick<Spool, 'put' | 'has' | 'isQuarantined'>
  /** For as long as something is put into the spool. */
  hold: <T>(work: () => Promise<T>) => Promise<T>
  /** Called when something is in the spool. */
  onSpooled: () => void
  machine: RegisterMachineRequest
  privacy: Pick<Privacy, 'redactor'>
  surroundings: Pick<Surroundings, 'home' | 'variables'>
  /** All by default. */
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
 * Mirrors the memory files of folders in which sessions were captured. What is there goes into the spool, in place of what
 * still waits of the same folder: only the current text is wanted.
 */
export const openMirror = async (deps: Deps) => {
  const { state, spool, now, memoryFiles: choice = 'all' } = deps
  await state.begin()
  const nestedIn = createNestedPaths(deps)
  if (choice !== 'none' && state.get(PERSONAL) === undefined)
    state.note(newFolder(null, now().toISOString()))

  const note = makeNote(deps)
  const look = async (root: string): Promise<void> => {
    const folder = state.get(root)
    if (folder === undefined || choice === 'none') return
    const sighted = await sightFolder(folder, { ...deps, choice, nestedIn })
    if (sighted === undefined) return
    if (sighted.seen === folder.seen && isSettled(folder, { spool, now: now() })) return
    const { redactor } = deps.privacy
    const read = await readFolder(folder, sighted, { redactor: redactor(), times: folder.times })
    const seen = {
      seen: sighted.seen,
      times: read.times,
      left_out: read.leftOut,
      files: read.files.length,
    }
    const said = hashOf([folder.project, read.files])
    const isOnItsWay = folder.waiting !== null && spool.has(folder.waiting.batch)
    if (isNews(folder, { read, said, isOnItsWay, spool, now: now() }))
      return put(folder, { read, seen, said }, deps)
    await state.save({
      ...latest(state, folder),
      ...seen,
      ...(isOnItsWay ? {} : { problem: null, waiting: null, is_waiting: false }),
    })
  }

  return {
    /** Project folders come in the order in which somebody worked there last. */
    folders: state.folders,
    note,
    /** The same resolver, by which the folders of sessions become known here. */
    noting:
      (resolve: ResolveProject, onNew: (root: string) => void = () => undefined): ResolveProject =>
      async (...given) => {
        const project = await resolve(...given)
        if (project !== null && choice !== 'none' && (await note(project))) onNew(project.root_path)
        return project
      },
    /** Looks at a folder, and puts what changed into the spool. What goes wrong with it is noted for `lore status`. */
    look: async (root: string): Promise<void> => {
      try {
        await look(root)
      } catch (error) {
        if (deps.signal?.aborted) throw error
        const folder = state.get(root)
        const message = isAboutCapacity(error) ? reasonOfCapacity(error) : sentenceOf(error)
        const problem = { at: now().toISOString(), message }
        if (folder !== undefined) await state.save({ ...folder, problem, is_waiting: true })
      }
    },
  }
}

/** @returns whether the folder was not known. */
const makeNote =
  ({ state, now }: Deps) =>
  async (project: IngestProject): Promise<boolean> => {
    const before = state.get(project.root_path)
    const last_session_at = now().toISOString()
    if (before === undefined && !(await isFolder(project.root_path))) return false
    // A repository may have become better known since.
    const isSame = before !== undefined && hashOf(before.project) === hashOf(project)
    const known = before ?? newFolder(project, last_session_at)
    const again = isSame ? {} : { seen: '', sent: '', waiting: null }
    state.note({ ...known, project, last_session_at, ...again })
    return before === undefined
  }

/** Looks at all folders once. */
export const mirrorAll = async (mirror: Mirror, signal: AbortSignal | undefined): Promise<void> => {
  for (const { root } of mirror.folders()) {
    if (signal?.aborted) return
    await mirror.look(root)
  }
}

type Settling = { spool: Pick<Spool, 'has' | 'isQuarantined'>; now: Date }

/** The server has what is there, or it is on its way, or the server would not have it a moment ago. */
const isSettled = (folder: MirroredFolder, { spool, now }: Settling): boolean => {
  const { waiting, is_waiting, problem } = folder
  if (waiting === null) return !is_waiting && !isStale(folder, now)
  if (!spool.has(waiting.batch)) return false
  if (!spool.isQuarantined(waiting.batch)) return true
  return now.getTime() - Date.parse(problem?.at ?? '') < REFUSED_MS
}

type News = Settling & { read: ReadFolder; said: string; isOnItsWay: boolean }

/** Whether the server is to get what was read. */
const isNews = (folder: MirroredFolder, { read, said, isOnItsWay, spool, now }: News): boolean => {
  if (isOnItsWay) return said !== folder.waiting?.said || !isSettled(folder, { spool, now })
  if (folder.sent === '') return read.files.length > 0
  return said !== folder.sent || isStale(folder, now)
}

const isStale = ({ sent, sent_at }: MirroredFolder, now: Date): boolean =>
  sent !== '' && now.getTime() - Date.parse(sent_at ?? '') > SAY_AGAIN_MS

/** What became known of a folder while it was looked at, such as that the server has what waited. */
const latest = (state: MirrorState, folder: MirroredFolder): MirroredFolder =>
  state.get(folder.root) ?? folder

type Putting = { read: ReadFolder; seen: Partial<MirroredFolder>; said: string }

const put = async (
  folder: MirroredFolder,
  { read, seen, said }: Putting,
  { state, spool, hold, onSpooled, machine, headOf, privacy }: Deps,
): Promise<void> => {
  const redactor = privacy.redactor()
  const { root } = folder
  const head = root === PERSONAL ? null : await headOf(root)
  const branch = head?.branch ? redactPath(head.branch, redactor) : null
  const files = read.files.map((file) => ({
    ...redactEdit(file, redactor),
    git_branch: file.is_personal ? null : branch,
  }))
  const project = folder.project && redactProject(folder.project, redactor)
  const subject = root === PERSONAL ? '~' : redactPath(root, redactor)
  await hold(async () => {
    const before = latest(state, folder)
    const revision = before.revision + 1
    // Before it waits: whatever ends this process, the next one counts on from here.
    await state.save({ ...before, ...seen, revision, is_waiting: true })
    const report: MemoryFilesReport = { machine, project, revision, files }
    const body = await packBody(JSON.stringify(storableJson(report)))
    const batch = await spool.put(body, { kind: 'memory-files', subject })
    await state.save({
      ...latest(state, folder),
      ...seen,
      refused: '',
      problem: null,
      waiting: { batch, said },
      is_waiting: true,
    })
  })
  onSpooled()
}

const sentenceOf = (error: unknown): string => {
  const { code, path } = error as NodeJS.ErrnoException
  const what = path === undefined ? 'A file' : path
  return `${what} cannot be read (${code ?? (error instanceof Error ? error.message : String(error))}).`.slice(
    0,
    500,
  )
}
