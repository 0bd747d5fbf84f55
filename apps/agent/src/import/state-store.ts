import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { REDACTION_VERSION } from '@teamlore/shared'
import type { Place } from '../sources/source.ts'
import { type FileEntry, formatIndex, parseIndex, placeKey } from './file-index.ts'
import { emptyState, formatState, parseState, type SessionState } from './session-state.ts'

export type StateStore = Awaited<ReturnType<typeof openStateStore>>

/**
 * What was sent to one server, kept so that the next run sends only what is new. Written after the server acknowledged,
 * never before; lost or damaged, it costs a second sending that the server recognises. One small file per session and an
 * index of files beside them.
 */
export const openStateStore = async (options: {
  stateDir: string
  serverId: string
  isReadOnly: boolean
}) => {
  const { isReadOnly } = options
  const root = join(options.stateDir, 'import', shortHash(options.serverId))
  const sessionsDir = join(root, 'sessions')
  const indexPath = join(root, 'files.json')
  if (!isReadOnly) await mkdir(sessionsDir, { recursive: true, mode: 0o700 })
  const known = new Set(await readdir(sessionsDir).catch(() => []))
  const index = parseIndex((await textOf(indexPath)) ?? '', REDACTION_VERSION)
  let isIndexDirty = false

  const nameOf = (tool: string, nativeId: string) => `${shortHash(`${tool}\n${nativeId}`)}.json`

  return {
    root,
    /** The place as it was when its session was last acknowledged whole. */
    file: (place: Place): FileEntry | undefined => {
      const entry = index.get(placeKey(place))
      return entry && known.has(nameOf(entry.tool, entry.native_id)) ? entry : undefined
    },
    files: (): Iterable<FileEntry> => index.values(),
    rememberFiles: (entries: readonly FileEntry[]): void => {
      for (const entry of entries) index.set(placeKey(entry), entry)
      isIndexDirty = true
    },
    session: async (tool: string, nativeId: string): Promise<SessionState> => {
      const name = nameOf(tool, nativeId)
      const text = known.has(name) ? await textOf(join(sessionsDir, name)) : undefined
      const state = text === undefined ? null : parseState(text)
      return state?.native_id === nativeId ? state : emptyState(tool, nativeId)
    },
    saveSession: async (state: SessionState): Promise<void> => {
      if (isReadOnly) return
      const name = nameOf(state.tool, state.native_id)
      await replaceFile(join(sessionsDir, name), formatState(state))
      known.add(name)
    },
    /** Writes the index if anything changed in it. Losing it costs reading, not sending. */
    flush: async (): Promise<void> => {
      if (isReadOnly || !isIndexDirty) return
      isIndexDirty = false
      await replaceFile(indexPath, formatIndex(index.values(), REDACTION_VERSION))
    },
  }
}

const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 24)

const textOf = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** All of the new text or all of the old, whatever happens. Not flushed to disk: a lost state is only sent again. */
const replaceFile = async (path: string, text: string): Promise<void> => {
  const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`
  try {
    await writeFile(temporary, text, { mode: 0o600 })
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
