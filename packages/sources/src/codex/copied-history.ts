import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { firstRecords, HEAD_BYTES } from '../files/first-records.ts'
import { boundedJson } from '../shared/bounded-json.ts'
import { readRecords } from '../shared/read-records.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'
import { findRollout } from './find-rollout.ts'
import { originOf } from './rollout-facts.ts'
import type { RolloutRecord, SessionMeta } from './rollout-record.ts'

/** What the session a rollout was copied from holds. */
type Parent = { turns: ReadonlySet<string>; items: readonly string[] }

/** Says of each record, in file order, whether it was copied from the session the rollout began as. */
export type IsCopied = (record: RolloutRecord) => boolean

const nothingCopied: IsCopied = () => false

/**
 * Forked, resumed and spawned sessions begin with the lines of another one under new times. Which those are is shown by an
 * ordinal in the head; else by comparing with the other rollout. Where neither is to be had, all lines are kept.
 */
export const findCopies = async (path: string, signal?: AbortSignal): Promise<Copies> => {
  const { size } = await stat(path)
  const metas = (await firstRecords(path, signal)).flatMap(metaOf)
  const isCopied = await judgeBy(metas, path, signal)
  return { isCopied, heads: size < HEAD_BYTES ? metas.length : Number.POSITIVE_INFINITY }
}

export type Copies = {
  isCopied: IsCopied
  /** What it says may be wrong once there are more heads than these at the beginning of the file. */
  heads: number
}

const judgeBy = async (
  [head, ...later]: readonly SessionMeta[],
  path: string,
  signal?: AbortSignal,
): Promise<IsCopied> => {
  if (head === undefined || isReview(head)) return nothingCopied
  const end = endOfHistory(head)
  if (end !== null)
    return ({ type, ordinal }) =>
      type !== 'session_meta' && typeof ordinal === 'number' && ordinal < end
  const other = later.find(({ id }) => id !== head.id)
  const parentId = originOf(head).parentId ?? textOrNull(other?.id, 300)
  if (parentId === null || parentId === head.id) return nothingCopied
  const parentPath = await findRollout(path, parentId, other?.timestamp)
  if (parentPath === null) return nothingCopied
  return comparing(await readParent(parentPath, signal))
}

/** A review begins with nothing, though the session that asked for it records the turns of the review as well. */
const isReview = ({ source }: SessionMeta): boolean =>
  fieldsOf<{ subagent?: unknown }>(source).subagent === 'review'

const metaOf = (record: unknown): SessionMeta[] => {
  const { type, payload } = fieldsOf<RolloutRecord>(record)
  return type === 'session_meta' ? [fieldsOf<SessionMeta>(payload)] : []
}

type HistoryBase = { end_ordinal_exclusive?: unknown; end_ordinal?: unknown; end?: unknown }

const endOfHistory = ({ subagent_history_start_ordinal, history_base }: SessionMeta) => {
  const { end_ordinal_exclusive, end_ordinal, end } = fieldsOf<HistoryBase>(history_base)
  const ordinal = [subagent_history_start_ordinal, end_ordinal_exclusive, end_ordinal, end].find(
    (value) => typeof value === 'number',
  )
  return typeof ordinal === 'number' ? ordinal : null
}

const readParent = async (path: string, signal?: AbortSignal): Promise<Parent> => {
  const turns = new Set<string>()
  const items: string[] = []
  await readRecords(
    path,
    (record) => {
      const turn = turnOf(record)
      if (turn !== null) turns.add(turn)
      if (isItem(record)) items.push(fingerprint(record))
      return true
    },
    signal,
  )
  return { turns, items }
}

/** Turns have names in newer files; in older ones the copy ends where the items begin to differ. */
const comparing = ({ turns, items }: Parent): IsCopied => {
  let isCopy = true
  let at = 0
  return (record) => {
    if (!isCopy || fieldsOf<RolloutRecord>(record).type === 'session_meta') return false
    const turn = turnOf(record)
    if (turn !== null) isCopy = turns.has(turn)
    else if (turns.size === 0 && isItem(record)) isCopy = items[at++] === fingerprint(record)
    return isCopy
  }
}

const turnOf = (record: RolloutRecord): string | null => {
  const { type, payload } = record
  const { type: event, turn_id } = fieldsOf<{ type?: unknown; turn_id?: unknown }>(payload)
  const begins = type === 'turn_context' || (type === 'event_msg' && event === 'task_started')
  return begins ? textOrNull(turn_id, 300) : null
}

const isItem = ({ type }: RolloutRecord): boolean => type === 'response_item'

const fingerprint = ({ payload }: RolloutRecord): string =>
  createHash('sha256')
    .update(JSON.stringify(boundedJson(payload)))
    .digest('base64')
