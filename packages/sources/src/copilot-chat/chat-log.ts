import { readHead } from '../files/first-records.ts'
import { recordsOfLine, recordsOfTail } from '../files/line-records.ts'
import { readLines } from '../files/read-lines.ts'
import { outlineOf } from '../shared/json-outline.ts'
import { createBadCounter } from '../shared/parse-json.ts'
import { readJson, wholeFigures } from '../shared/read-document.ts'
import { fieldsOf, isObject } from '../shared/values.ts'
import type { Place, ReadFigures } from '../source.ts'
import { createReplay } from './replay.ts'

export type ChatLog = { chat: object; figures: ReadFigures } | { problem: string }

const NOT_OURS = 'holds nothing that Copilot Chat writes'
const HEAD_BYTES = 256 * 1024

/** Which of its two forms a file has, if it is a chat of VS Code at all. */
export const formOf = async (
  path: string,
  signal?: AbortSignal,
): Promise<'document' | 'operations' | null> => {
  const head = await readHead(path, HEAD_BYTES, signal)
  const { kind, keys } = outlineOf(head)
  if (kind !== 'object' || keys.has('type')) return null
  if (keys.has('kind') && /^[\s\ufeff]*\{\s*"kind"\s*:\s*0\s*[,}]/.test(head))
    return /"(requests|creationDate|responderUsername)"/.test(head) ? 'operations' : null
  const isChat = keys.has('requests') && SIGNS.some((sign) => keys.has(sign))
  return isChat ? 'document' : null
}

/** One of these stands beside the requests, before or behind them. */
const SIGNS = ['responderUsername', 'requesterUsername', 'initialLocation', 'creationDate']

/** The chat as one object, played from its operations where the file is a log of them. */
export const readChatLog = async (place: Place, signal?: AbortSignal): Promise<ChatLog> => {
  signal?.throwIfAborted()
  const form = await formOf(place.path, signal)
  if (form === null) return { problem: NOT_OURS }
  if (form === 'operations') return playLog(place, signal)
  const read = await readJson(place.path, signal)
  if ('problem' in read) return read
  return isObject(read.value)
    ? { chat: read.value, figures: wholeFigures([place]) }
    : { problem: NOT_OURS }
}

const playLog = async ({ path, part }: Place, signal?: AbortSignal): Promise<ChatLog> => {
  const replay = createReplay()
  const { bad: badLines, note: reportBad } = createBadCounter()
  const unknown = new Map<string, number>()
  const onLine = (text: string, line: number): void => {
    if (text.trim() === '') return
    const { records, isDamaged } = recordsOfLine(text)
    if (isDamaged) reportBad(line)
    for (const operation of records) {
      if (replay.apply(operation)) continue
      const { kind } = fieldsOf<{ kind?: unknown }>(operation)
      const name = `operation ${typeof kind === 'number' ? kind : 'of no kind'}`
      unknown.set(name, (unknown.get(name) ?? 0) + 1)
    }
  }
  const { lines, offset, tail, tooLong } = await readLines(path, onLine, { signal })
  for (const line of tooLong) reportBad(line)
  const last = tail === null ? null : recordsOfTail(tail)
  for (const operation of last ?? []) replay.apply(operation)
  const chat = replay.result()
  if (!isObject(chat)) return { problem: NOT_OURS }
  const figures: ReadFigures = {
    lines: lines + (last === null ? 0 : 1),
    unknownRecords: Object.fromEntries(unknown),
    files: [{ path, part, offset, hasUnfinishedTail: tail !== null && last === null, badLines }],
  }
  return { chat, figures }
}
