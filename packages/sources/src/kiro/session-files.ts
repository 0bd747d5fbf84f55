import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Block } from '@teamlore/shared'
import { firstRecords, readHead } from '../files/first-records.ts'
import { boundedJson } from '../shared/bounded-json.ts'
import { buildSession } from '../shared/build-session.ts'
import { createFileSource } from '../shared/file-source.ts'
import { outlineOf } from '../shared/json-outline.ts'
import { readPlaces } from '../shared/merge-sessions.ts'
import { readJson, readJsonBeside, wholeFigures } from '../shared/read-document.ts'
import { readRecords } from '../shared/read-records.ts'
import type { Store } from '../shared/several-stores.ts'
import { createUnknownRecords, type UnknownRecords } from '../shared/unknown-records.ts'
import { fieldsOf, isObject, textOrNull, timeOrNull } from '../shared/values.ts'
import type { Place, ReadOutcome, Source } from '../source.ts'
import type { Turn } from '../turns/session-draft.ts'
import { editsOfCall } from './edits.ts'
import { listOf, type RawConversation } from './read-history.ts'
import { readConversation } from './store.ts'

type Info = Source['info']

/** A file of lines per session, with a file of facts beside it; and conversations that were saved as one JSON file. */
export const createFileStore = (info: Info, folder: string): Store =>
  createFileSource({
    info,
    places: [folder],
    fits: (name) => /\.jsonl?$/i.test(name),
    recognises: async (path, signal) => (await kindOf(path, signal)) !== null,
    read: (places, signal) => readPlaces(places, (place) => readFile(place, info, signal), signal),
  })

const KINDS = new Set(['Prompt', 'AssistantMessage', 'ToolResults'])

const kindOf = async (path: string, signal?: AbortSignal): Promise<'lines' | 'saved' | null> => {
  const { kind, keys } = outlineOf(await readHead(path, 256 * 1024, signal))
  if (kind === 'object' && keys.has('conversation_id') && keys.has('history')) return 'saved'
  const isLined = (await firstRecords(path, signal)).slice(0, 20).some((record) => {
    const { kind: said, data } = fieldsOf<RawLine>(record)
    return KINDS.has(String(said)) && isObject(data)
  })
  return isLined ? 'lines' : null
}

const readFile = async (place: Place, info: Info, signal?: AbortSignal): Promise<ReadOutcome> => {
  await stat(place.path)
  const kind = await kindOf(place.path, signal)
  if (kind === null) return { status: 'skipped', reason: 'holds no conversation of Kiro' }
  return kind === 'saved' ? readSaved(place, info, signal) : readLined(place, info, signal)
}

const readSaved = async (place: Place, info: Info, signal?: AbortSignal): Promise<ReadOutcome> => {
  const read = await readJson(place.path, signal)
  if ('problem' in read) return { status: 'skipped', reason: read.problem }
  const conversation = fieldsOf<RawConversation>(read.value)
  const id = textOrNull(conversation.conversation_id, 300) ?? stemOf(place.path)
  const known = { folder: null, startedAt: null, endedAt: null }
  const { facts, turns, rows, unknownRecords } = readConversation(id, conversation, known)
  if (turns.length === 0) return { status: 'skipped', reason: 'holds no message yet' }
  const figures = { ...wholeFigures([place]), lines: rows, unknownRecords }
  return { status: 'session', session: buildSession({ ...facts, tool: info.name, figures }, turns) }
}

const stemOf = (path: string): string => basename(path).replace(/\.jsonl?$/i, '')

type RawLine = { kind?: unknown; data?: unknown }
type RawData = { message_id?: unknown; content?: unknown; meta?: unknown }
type RawPiece = { kind?: unknown; data?: unknown }
type RawUse = {
  toolUseId?: unknown
  name?: unknown
  input?: unknown
  content?: unknown
  status?: unknown
}
type RawFacts = {
  session_id?: unknown
  cwd?: unknown
  title?: unknown
  created_at?: unknown
  updated_at?: unknown
}

const readLined = async (
  { path }: Place,
  info: Info,
  signal?: AbortSignal,
): Promise<ReadOutcome> => {
  const records: RawLine[] = []
  const { lines, file } = await readRecords(path, (record) => records.push(record) > 0, signal)
  const facts = fieldsOf<RawFacts>(await readJsonBeside(path.replace(/\.jsonl$/i, '.json'), signal))
  const cwd = textOrNull(facts.cwd, 4_096)
  const unknown = createUnknownRecords()
  const failed = failedCalls(records)
  const turns = records.flatMap((record) => readLine(record, { cwd, failed, unknown }))
  if (turns.length === 0) return { status: 'skipped', reason: 'holds no message yet' }
  const session = buildSession(
    {
      tool: info.name,
      nativeId: textOrNull(facts.session_id, 300) ?? stemOf(path),
      cwd,
      title: textOrNull(facts.title),
      startedAt: timeOrNull(facts.created_at),
      endedAt: timeOrNull(facts.updated_at),
      figures: { lines, unknownRecords: unknown.counts(), files: [file] },
    },
    turns,
  )
  return { status: 'session', session }
}

type Context = {
  cwd: string | null
  failed: ReadonlySet<string>
  unknown: UnknownRecords
}

const readLine = ({ kind, data }: RawLine, { cwd, failed, unknown }: Context): Turn[] => {
  const { message_id, content, meta } = fieldsOf<RawData>(data)
  const pieces = listOf(content).map((one) => fieldsOf<RawPiece>(one))
  const known = {
    id: textOrNull(message_id, 250),
    ts: timeOrNull(fieldsOf<{ timestamp?: unknown }>(meta).timestamp),
    cwd,
  }
  if (!KINDS.has(String(kind))) return [unknown.keep(kind, { kind, data: data ?? null }, known)]
  const blocks = pieces.flatMap(readPiece)
  if (blocks.length === 0) return []
  const common = { ...known, blocks }
  if (kind === 'Prompt') return [{ ...common, role: 'user', kind: 'human' }]
  if (kind === 'ToolResults') return [{ ...common, role: 'tool', kind: 'tool_result' }]
  const edits = pieces.flatMap((piece) => {
    const { toolUseId, name, input } = fieldsOf<RawUse>(piece.data)
    const id = textOrNull(toolUseId, 300)
    if (piece.kind !== 'toolUse' || (id !== null && failed.has(id))) return []
    return editsOfCall(textOrNull(name) ?? '', input, cwd).map((edit) => ({
      ...edit,
      toolCallId: id,
    }))
  })
  return [{ ...common, role: 'assistant', kind: 'assistant', edits }]
}

const readPiece = ({ kind, data }: RawPiece): Block[] => {
  const { toolUseId, name, input, content, status } = fieldsOf<RawUse>(data)
  const id = textOrNull(toolUseId, 300)
  switch (kind) {
    case 'text':
      return textOrNull(data) === null ? [] : [{ type: 'text', text: String(data) }]
    case 'toolUse':
      return [
        {
          type: 'tool_call',
          id,
          name: textOrNull(name, 200) ?? 'unknown',
          input: boundedJson(input ?? null),
        },
      ]
    case 'toolResult':
      return [
        {
          type: 'tool_result',
          tool_call_id: id,
          text: listOf(content).map(resultText).join('\n'),
          is_error: /^error$/i.test(String(status)),
        },
      ]
    default:
      return [
        { type: 'other', name: textOrNull(kind, 200) ?? 'unknown', raw: boundedJson(data ?? null) },
      ]
  }
}

const resultText = (piece: unknown): string => {
  const { data } = fieldsOf<RawPiece>(piece)
  return textOrNull(data) ?? JSON.stringify(boundedJson(data ?? piece))
}

const failedCalls = (records: readonly RawLine[]): Set<string> => {
  const failed = new Set<string>()
  for (const { data } of records)
    for (const piece of listOf(fieldsOf<RawData>(data).content)) {
      const [block] = readPiece(fieldsOf<RawPiece>(piece))
      if (block?.type === 'tool_result' && block.is_error && block.tool_call_id !== null)
        failed.add(block.tool_call_id)
    }
  return failed
}
