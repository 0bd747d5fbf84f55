import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { readHead } from '../files/first-records.ts'
import { buildSession } from '../shared/build-session.ts'
import { createFileSource } from '../shared/file-source.ts'
import { pathOfUri } from '../shared/file-uri.ts'
import { versionOf } from '../shared/folders.ts'
import { outlineOf } from '../shared/json-outline.ts'
import { readPlaces } from '../shared/merge-sessions.ts'
import { readJson, readJsonBeside, wholeFigures } from '../shared/read-document.ts'
import { createUnknownRecords } from '../shared/unknown-records.ts'
import { fieldsOf, isObject, textOrNull, timeOrNull } from '../shared/values.ts'
import type { Place, ReadOutcome, Source } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { listOf, type RawItem, type RawSession } from './raw-session.ts'
import { turnsOfHistory } from './read-history.ts'

const TOOL = 'continue'
const INDEX = 'sessions.json'
const HEAD_BYTES = 64 * 1024

/** Continue, in editors and on the command line: a file per session, and one that lists them. */
export const createContinueSource = ({ home, variables }: Surroundings): Source => {
  const root = variables.CONTINUE_GLOBAL_DIR ?? join(home, '.continue')
  const index = createIndex()

  const readOne = async (place: Place, signal?: AbortSignal): Promise<ReadOutcome> => {
    signal?.throwIfAborted()
    if (!(await isSession(place.path, signal)))
      return { status: 'skipped', reason: 'holds no session that Continue writes' }
    const read = await readJson(place.path, signal)
    if ('problem' in read) return { status: 'skipped', reason: read.problem }
    const raw = fieldsOf<RawSession>(read.value)
    const cwd = pathOfUri(textOrNull(raw.workspaceDirectory, 4_096))
    const items = listOf(raw.history).filter(isObject) as readonly RawItem[]
    const unknown = createUnknownRecords()
    const turns = turnsOfHistory(items, cwd, unknown)
    if (turns.length === 0) return { status: 'skipped', reason: 'holds no message yet' }
    const nativeId = textOrNull(raw.sessionId, 300) ?? basename(place.path, '.json')
    const facts = {
      tool: TOOL,
      nativeId,
      cwd,
      title: titleOf(raw),
      startedAt: await index.createdAt(join(dirname(place.path), INDEX), nativeId, signal),
      endedAt: timeOrNull((await stat(place.path)).mtimeMs),
      figures: { ...wholeFigures([place]), unknownRecords: unknown.counts() },
    }
    return { status: 'session', session: buildSession(facts, turns) }
  }

  return createFileSource({
    info: { name: TOOL, label: 'Continue' },
    places: [join(root, 'sessions')],
    fits: (name) => /\.json$/i.test(name) && name !== INDEX,
    recognises: isSession,
    read: (places, signal) => readPlaces(places, (place) => readOne(place, signal)),
  })
}

const isSession = async (path: string, signal?: AbortSignal): Promise<boolean> => {
  const { kind, keys } = outlineOf(await readHead(path, HEAD_BYTES, signal))
  return kind === 'object' && ['sessionId', 'history', 'title'].every((key) => keys.has(key))
}

/** Continue's name for what nobody has named is none. */
const titleOf = ({ title }: RawSession): string | null => {
  const text = textOrNull(title)
  return text === null || /^(new|untitled) session$/i.test(text) ? null : text
}

type RawRow = { sessionId?: unknown; session_id?: unknown; dateCreated?: unknown }

/** The list of sessions, read again only when it changed: it is asked once for every session. */
const createIndex = () => {
  let known = { version: '', created: new Map<string, string>() }
  return {
    createdAt: async (path: string, id: string, signal?: AbortSignal): Promise<string | null> => {
      const version = `${path} ${await versionOf([path])}`
      if (known.version !== version) {
        const rows = listOf(await readJsonBeside(path, signal)).map((row) => fieldsOf<RawRow>(row))
        const created = rows.flatMap((row): [string, string][] => {
          const time = timeOrNull(Number(row.dateCreated ?? Number.NaN))
          const of = textOrNull(row.sessionId) ?? textOrNull(row.session_id)
          return time === null || of === null ? [] : [[of, time]]
        })
        known = { version, created: new Map(created) }
      }
      return known.created.get(id) ?? null
    },
  }
}
