import { basename, dirname, join } from 'node:path'
import { buildSession } from '../shared/build-session.ts'
import { readJson, readJsonBeside, wholeFigures } from '../shared/read-document.ts'
import { createUnknownRecords } from '../shared/unknown-records.ts'
import { countOf } from '../shared/usage.ts'
import { fieldsOf, isObject, textOrNull } from '../shared/values.ts'
import type { Place, ReadOutcome } from '../source.ts'
import { turnsOfHistory } from './history-turns.ts'
import { HISTORY, stemOf, TRANSCRIPT, taskFile } from './places.ts'
import { listOf, type RawEntry, type RawMessage } from './raw-task.ts'
import { turnsOfTranscript } from './ui-turns.ts'
import { cwdIn } from './user-text.ts'

/** Reads a task: a folder with what was shown, what the model saw, and what else is known. */
export const readTask = async (
  tool: string,
  place: Place,
  signal?: AbortSignal,
): Promise<ReadOutcome> => {
  const own = await readJson(place.path, signal)
  if ('problem' in own) return { status: 'skipped', reason: own.problem }
  const transcript = await listAt<RawEntry>(place.path, TRANSCRIPT, own.value, signal)
  const history = await listAt<RawMessage>(place.path, HISTORY, own.value, signal)
  const facts = await factsOf(place.path, signal)
  const cwd = facts.workspace ?? cwdOf(transcript, history)
  const unknown = createUnknownRecords()
  const shown = turnsOfTranscript(transcript, { cwd, modelAt: facts.modelAt, unknown })
  const turns =
    shown.length > 0
      ? shown
      : turnsOfHistory(history, { cwd, isSubagent: facts.parent !== null, forkedAt: null, unknown })
  if (turns.length === 0) return { status: 'skipped', reason: 'holds no message yet' }
  const session = buildSession(
    {
      tool,
      nativeId: idOf(place.path),
      kind: facts.parent === null ? 'main' : 'subagent',
      parentNativeId: facts.parent,
      cwd,
      title: facts.title,
      figures: { ...wholeFigures([place]), unknownRecords: unknown.counts() },
    },
    // A task another one started was typed by no person.
    facts.parent === null
      ? turns
      : turns.map((turn, at) =>
          at === 0 && turn.kind === 'human' ? { ...turn, kind: 'injected' } : turn,
        ),
  )
  return { status: 'session', session }
}

/** One of the two lists: the file itself, or the one beside it. */
const listAt = async <T>(
  path: string,
  name: string,
  own: unknown,
  signal?: AbortSignal,
): Promise<T[]> => {
  const beside = taskFile(path, name)
  const value = beside === path ? own : await readJsonBeside(beside, signal)
  return listOf(value).filter(isObject) as T[]
}

/** The folder of a task is named by its id; a file that was taken out of its folder bears it in its name. */
const idOf = (path: string): string => {
  const stem = stemOf(path)
  return (stem === '' ? basename(dirname(path)) : stem).slice(0, 300)
}

type RawItem = { workspace?: unknown; parentTaskId?: unknown; task?: unknown }
type RawUse = { ts?: unknown; model_id?: unknown }

const factsOf = async (path: string, signal?: AbortSignal) => {
  const item = fieldsOf<RawItem>(await readJsonBeside(taskFile(path, 'history_item.json'), signal))
  const known = fieldsOf<{ model_usage?: unknown }>(
    await readJsonBeside(taskFile(path, 'task_metadata.json'), signal),
  )
  const uses = listOf(known.model_usage).map((one) => {
    const { ts, model_id } = fieldsOf<RawUse>(one)
    return { ts: countOf(ts), model: textOrNull(model_id, 200) }
  })
  return {
    workspace: textOrNull(item.workspace, 4_096) ?? (await folderInIndex(path, signal)),
    parent: textOrNull(item.parentTaskId, 300),
    title: textOrNull(item.task, 2_000),
    modelAt: (at: number): string | null => uses.findLast(({ ts }) => ts <= at)?.model ?? null,
  }
}

type RawRow = { id?: unknown; cwdOnTaskInitialization?: unknown }

/** Cline's list of tasks, beside the folder of them. */
const folderInIndex = async (path: string, signal?: AbortSignal): Promise<string | null> => {
  const index = join(dirname(dirname(dirname(path))), 'state', 'taskHistory.json')
  const rows = listOf(await readJsonBeside(index, signal))
  const row = rows.map((one) => fieldsOf<RawRow>(one)).find(({ id }) => id === idOf(path))
  return textOrNull(row?.cwdOnTaskInitialization, 4_096)
}

/** Every request states where the work happens; the first ones are enough. */
const cwdOf = (transcript: readonly RawEntry[], history: readonly RawMessage[]): string | null => {
  const texts = [
    ...transcript
      .filter(({ say }) => say === 'api_req_started')
      .slice(0, 3)
      .map(({ text }) => text),
    ...history
      .slice(0, 5)
      .flatMap(({ content }) =>
        typeof content === 'string'
          ? [content]
          : listOf(content).map((one) => fieldsOf<{ text?: unknown }>(one).text),
      ),
  ]
  for (const text of texts) {
    const cwd = typeof text === 'string' ? cwdIn(text) : null
    // In the transcript the text is JSON within JSON: a Windows path stands there escaped twice.
    if (cwd !== null) return cwd.replace(/\\\\/g, '\\')
  }
  return null
}
