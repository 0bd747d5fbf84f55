import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { IngestSession } from '@teamlore/shared'
import { emptyState, factsOf, type SessionState } from '@teamlore/sources/delta/session-state'
import { tombstoneBatch, tombstoneIn } from '../tombstones/tombstone-batch.ts'
import type { Part } from './batch.ts'
import type { CapturedRow } from './captured-counts.ts'
import { createKeyFilter } from './key-filter.ts'
import { createStateCache } from './state-cache.ts'
import { formatState, parseState } from './stored-state.ts'

type Options = {
  folder: string
  /** As in `openStateStore`. */
  isOnItsWay: (batch: string) => boolean
  isReadOnly: boolean
}

/** What was captured of each session: one small file per session, those used last in memory. */
export const openSessionStates = async (options: Options) => {
  const files = await openStateFiles(options)
  const saving = createSaving(files)
  const [cache, filter] = [createStateCache(), createKeyFilter()]

  /** The one copy of a state in use: who captures and who acknowledges change the same. */
  const session = async (tool: string, nativeId: string): Promise<SessionState> => {
    const name = nameOf(tool, nativeId)
    const cached = cache.get(name) ?? saving.get(name)
    if (cached !== undefined) return cached
    const loaded = await files.load(tool, nativeId)
    // Somebody else may have loaded it in the meantime.
    return cache.get(name) ?? cache.put(name, loaded)
  }

  const keysOf = async (tool: string, nativeId: string): Promise<{ key: string }[]> => {
    const state = saving.get(nameOf(tool, nativeId)) ?? (await files.load(tool, nativeId))
    return [...state.messages.keys()].map((key) => ({ key }))
  }

  return {
    session,
    has: files.has,
    saveSession: files.save,
    /** Writes what was put off. */
    saveAll: saving.all,
    /** Notes that a piece of a session is in the spool. */
    captured: async (
      { delta, messages, edits }: Part,
      { batch, branches }: Waiting,
    ): Promise<void> => {
      const { header } = delta
      const state = await session(header.tool, header.native_id)
      noteCaptured(state, { delta, messages, edits }, { batch, branches })
      if (filter.has(header.tool, header.native_id))
        filter.add(header.tool, header.native_id, messages)
      await saving.save(nameOf(header.tool, header.native_id), state)
    },
    /** Notes that the server has what a batch, or a piece of it, held of a session. */
    acknowledged: async (
      batch: string,
      { tool, native_id, messages, edits }: Acknowledged,
    ): Promise<void> => {
      const state = await session(tool, native_id)
      noteAcknowledged(state, { messages, edits }, batch)
      await saving.save(nameOf(tool, native_id), state)
    },
    leaving: createLeaving(session, files, saving),
    /** Whether one of these sessions may hold one of these messages. Never wrong when it says no. */
    mayHold: async (
      tool: string,
      sessions: ReadonlySet<string>,
      keys: readonly string[],
    ): Promise<boolean> => {
      if (keys.length === 0) return false
      for (const nativeId of sessions)
        if (!filter.has(tool, nativeId)) filter.add(tool, nativeId, await keysOf(tool, nativeId))
      return filter.mayHold(tool, sessions, keys)
    },
    /** Keeps no state in memory: each is read again, and judged by the batches there are then. */
    forget: async (): Promise<void> => {
      await saving.all()
      cache.clear()
    },
    /** Looks again at what is there, after another process had it. */
    reload: async (): Promise<void> => {
      saving.drop()
      await files.reload()
      cache.clear()
      filter.clear()
    },
  }
}

/** A state of so many messages is written at each change; a larger one after so long at most, or with everything else. */
const MANY_MESSAGES = 1_000
const PUT_OFF_MS = 10_000

/** Puts off writing large states: a session that grows line by line would have all of it written at each. */
const createSaving = ({ has, save }: Pick<StateFiles, 'has' | 'save'>) => {
  const putOff = new Map<string, { state: SessionState; since: number }>()
  return {
    get: (name: string): SessionState | undefined => putOff.get(name)?.state,
    save: async (name: string, state: SessionState): Promise<void> => {
      const since = putOff.get(name)?.since ?? performance.now()
      const isDue = performance.now() - since > PUT_OFF_MS
      const isThere = has(state.tool, state.native_id)
      if (isThere && state.messages.size > MANY_MESSAGES && !isDue) {
        putOff.set(name, { state, since })
        return
      }
      putOff.delete(name)
      await save(state)
    },
    all: async (): Promise<void> => {
      for (const [name, { state }] of [...putOff]) {
        putOff.delete(name)
        await save(state)
      }
    },
    /** Somebody else knows better by now. */
    drop: (): void => putOff.clear(),
  }
}

export type Waiting = { batch: string; branches: ReadonlyMap<string, string> }

const noteCaptured = (
  state: SessionState,
  { delta, messages, edits }: Pick<Part, 'delta' | 'messages' | 'edits'>,
  { batch, branches }: Waiting,
): void => {
  for (const { key, ordinal, hash, redactions } of messages)
    state.messages.set(key, { ordinal, hash, redactions, batch, branch: branches.get(key) })
  for (const { key, hash } of edits) {
    state.edits.set(key, hash)
    state.editBatches.set(key, batch)
  }
  state.header = delta.headerHash
  state.headerBatch = batch
  // Of what was forgotten nothing is kept that was said.
  state.facts = tombstoneIn(batch) === undefined ? factsOf(delta.header) : null
}

const noteAcknowledged = (
  state: SessionState,
  { messages, edits }: Pick<Acknowledged, 'messages' | 'edits'>,
  batch: string,
): void => {
  for (const { key } of messages) {
    const message = state.messages.get(key)
    if (message?.batch === batch) delete message.batch
  }
  for (const { key } of edits)
    if (state.editBatches.get(key) === batch) state.editBatches.delete(key)
  if (state.headerBatch === batch) delete state.headerBatch
}

/** What becomes of states whose sessions were forgotten. */
const createLeaving = (
  session: (tool: string, nativeId: string) => Promise<SessionState>,
  { has }: Pick<StateFiles, 'has'>,
  { save }: Pick<ReturnType<typeof createSaving>, 'save'>,
) => ({
  /** Notes that what a batch held of a session is not to be sent for as long as the tombstone is known. */
  out: async ({ tool, native_id, messages, edits }: Acknowledged, left: LeftOut): Promise<void> => {
    const state = await session(tool, native_id)
    noteLeftOut(state, { messages, edits }, left)
    await save(nameOf(tool, native_id), state)
  },
  /** Keeps nothing of what a session said about itself, such as its title. */
  facts: async ({ tool, native_id }: Pick<Acknowledged, 'tool' | 'native_id'>): Promise<void> => {
    const state = has(tool, native_id) ? await session(tool, native_id) : undefined
    if (state === undefined || state.facts === null) return
    state.facts = null
    await save(nameOf(tool, native_id), state)
  },
})

export type LeftOut = { batch: string; hash: string; isWhole: boolean }

const noteLeftOut = (
  state: SessionState,
  { messages, edits }: Pick<Acknowledged, 'messages' | 'edits'>,
  { batch, hash, isWhole }: LeftOut,
): void => {
  const into = tombstoneBatch(hash)
  for (const { key } of messages) {
    const message = state.messages.get(key)
    if (message?.batch === batch) message.batch = into
  }
  for (const { key } of edits)
    if (state.editBatches.get(key) === batch) state.editBatches.set(key, into)
  if (!isWhole) return
  if (state.headerBatch === batch) state.headerBatch = into
  state.facts = null
}

type Acknowledged = Pick<IngestSession, 'tool' | 'native_id' | 'messages' | 'edits'>

type StateFiles = Awaited<ReturnType<typeof openStateFiles>>

const openStateFiles = async ({ folder, isOnItsWay, isReadOnly }: Options) => {
  if (!isReadOnly) await mkdir(folder, { recursive: true, mode: 0o700 })
  // What a dry run would have written: forgotten, what a second place has of a session would count as new once more.
  const unwritten = new Map<string, string>()
  let known = new Set<string>()
  let writing = Promise.resolve()
  const reload = async (): Promise<void> => {
    known = new Set(await readdir(folder).catch(() => []))
  }
  await reload()
  const stateOf = async (tool: string, nativeId: string): Promise<SessionState | null> => {
    const name = nameOf(tool, nativeId)
    const text =
      unwritten.get(name) ?? (known.has(name) ? await textOf(join(folder, name)) : undefined)
    const state = text === undefined ? null : parseState(text, isOnItsWay)
    return state?.native_id === nativeId ? state : null
  }
  return {
    reload,
    has: (tool: string, nativeId: string): boolean => known.has(nameOf(tool, nativeId)),
    load: async (tool: string, nativeId: string): Promise<SessionState> =>
      (await stateOf(tool, nativeId)) ?? emptyState(tool, nativeId),
    /** One at a time, each as it then is: of two that change the same state, the later must not be written first. */
    save: (state: SessionState): Promise<void> => {
      const name = nameOf(state.tool, state.native_id)
      if (isReadOnly) {
        unwritten.set(name, formatState(state))
        return Promise.resolve()
      }
      const written = writing.then(async () => {
        await replaceFile(join(folder, name), formatState(state))
        known.add(name)
      })
      writing = written.catch(() => undefined)
      return written
    },
  }
}

/** How many messages were captured of the sessions that were written about since then: others are not opened. */
export const countedSince = async (folder: string, sinceMs: number): Promise<CapturedRow[]> => {
  const rows: CapturedRow[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const writtenMs = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    )
    if (writtenMs === null || writtenMs < sinceMs) continue
    const state = parseState((await textOf(path)) ?? '')
    if (state !== null) rows.push([state.tool, state.native_id, state.messages.size, 0])
  }
  return rows
}

const nameOf = (tool: string, nativeId: string) => `${shortHash(`${tool}\n${nativeId}`)}.json`

export const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 24)

export const textOf = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** All of the new text or all of the old, whatever happens. Not flushed to disk: a lost state is only sent again. */
export const replaceFile = async (path: string, text: string): Promise<void> => {
  const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`
  try {
    await writeFile(temporary, text, { mode: 0o600 })
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
