import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { firstRecords } from '../files/first-records.ts'
import { buildSession } from '../shared/build-session.ts'
import { createFileSource } from '../shared/file-source.ts'
import { readPlaces } from '../shared/merge-sessions.ts'
import { readRecords } from '../shared/read-records.ts'
import type { Store } from '../shared/several-stores.ts'
import { createUnknownRecords } from '../shared/unknown-records.ts'
import { fieldsOf, isObject, textOrNull } from '../shared/values.ts'
import type { Place, ReadOutcome, Source } from '../source.ts'
import { failedCalls, type RawMessage, readMessage } from './read-message.ts'
import { titleOf } from './store.ts'

type RawHead = {
  working_dir?: unknown
  description?: unknown
  message_count?: unknown
  role?: unknown
  type?: unknown
}

/** One file of JSON lines per session: what there was before the database. */
export const createLinesStore = (info: Source['info'], folder: string): Store =>
  createFileSource({
    info,
    places: [folder],
    fits: (name) => /\.jsonl$/i.test(name),
    recognises: recognisesLines,
    read: (places, signal) => readPlaces(places, (place) => readLined(place, info, signal), signal),
  })

const isHead = (record: unknown): boolean => {
  if (!isObject(record)) return false
  const { working_dir, description, message_count, role, type }: RawHead = record
  return (
    typeof working_dir === 'string' &&
    (description !== undefined || message_count !== undefined) &&
    role === undefined &&
    type === undefined
  )
}

const recognisesLines = async (path: string, signal?: AbortSignal): Promise<boolean> =>
  isHead((await firstRecords(path, signal))[0])

const readLined = async (
  { path }: Place,
  info: Source['info'],
  signal?: AbortSignal,
): Promise<ReadOutcome> => {
  await stat(path)
  if (!(await recognisesLines(path, signal)))
    return { status: 'skipped', reason: 'is a file of another program' }
  let head: RawHead = {}
  const messages: RawMessage[] = []
  const { lines, file } = await readRecords(
    path,
    (record) => {
      if (isHead(record)) head = record
      else messages.push(record)
      return true
    },
    signal,
  )
  const cwd = textOrNull(head.working_dir, 4_096)
  const unknown = createUnknownRecords()
  const context = {
    cwd,
    model: null,
    isAskedByPerson: true,
    failed: failedCalls(messages),
    unknown,
  }
  const turns = messages
    .map((message) => readMessage(message, context))
    .filter(({ blocks }) => blocks.length > 0)
  if (turns.length === 0) return { status: 'skipped', reason: 'holds no message yet' }
  const { description } = fieldsOf<RawHead>(head)
  const figures = { lines, unknownRecords: unknown.counts(), files: [file] }
  const nativeId = basename(path)
    .replace(/\.jsonl$/i, '')
    .slice(0, 300)
  return {
    status: 'session',
    session: buildSession(
      { tool: info.name, nativeId, cwd, title: titleOf(description), figures },
      turns,
    ),
  }
}
