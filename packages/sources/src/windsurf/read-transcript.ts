import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { firstRecords } from '../files/first-records.ts'
import { buildSession } from '../shared/build-session.ts'
import { readRecords } from '../shared/read-records.ts'
import { createUnknownRecords, NAMELESS } from '../shared/unknown-records.ts'
import { fieldsOf, isObject } from '../shared/values.ts'
import type { Place, ReadOutcome } from '../source.ts'
import type { Turn } from '../turns/session-draft.ts'
import { folderOf, isAction, turnsOfAction } from './actions.ts'
import { answerOf, promptOf } from './said.ts'

export const TOOL = 'windsurf'

/** One line of a transcript: what stands under the name of its type is what it did. */
type RawStep = { type?: unknown; status?: unknown }

const detailsOf = (step: RawStep): object | null => {
  const { type } = step
  const details =
    typeof type === 'string' ? fieldsOf<Record<string, unknown>>(step)[type] : undefined
  return isObject(details) ? details : null
}

const isKnown = (type: unknown): boolean =>
  type === 'user_input' || type === 'planner_response' || isAction(type)

export const isStep = (record: unknown): boolean => {
  const step = fieldsOf<RawStep>(record)
  return typeof step.status === 'string' && isKnown(step.type) && detailsOf(step) !== null
}

/** The file is written again after each answer, so it is read whole. */
export const readTranscript = async (
  { path }: Place,
  signal?: AbortSignal,
): Promise<ReadOutcome> => {
  const { mtime } = await stat(path)
  signal?.throwIfAborted()
  if (!(await firstRecords(path, signal)).some(isStep))
    return { status: 'skipped', reason: 'is a file of another tool, not of Windsurf' }
  const turns: Turn[] = []
  const unknown = createUnknownRecords()
  let cwd: string | null = null
  let calls = 0
  const take = (step: RawStep): boolean => {
    const details = detailsOf(step)
    const { type } = step
    if (details === null || !isKnown(type)) turns.push(unknown.keep(type, step, NAMELESS))
    else if (type === 'user_input') turns.push(...promptOf(details))
    else if (type === 'planner_response') turns.push(...answerOf(details))
    else {
      cwd ??= folderOf(type, details)
      const call = { name: String(type), id: `call-${++calls}`, hasFailed: step.status === 'error' }
      turns.push(...turnsOfAction(call, details, cwd))
    }
    return true
  }
  const { lines, file } = await readRecords(path, take, signal)
  if (turns.length === 0) return { status: 'skipped', reason: 'holds no message yet' }
  const facts = {
    tool: TOOL,
    nativeId: basename(path)
      .replace(/\.jsonl$/i, '')
      .slice(0, 300),
    cwd,
    // The only time there is: when something was last written.
    endedAt: mtime.toISOString(),
    figures: { lines, unknownRecords: unknown.counts(), files: [file] },
  }
  return { status: 'session', session: buildSession(facts, turns) }
}
