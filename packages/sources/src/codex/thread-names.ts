import { join } from 'node:path'
import { readRecords } from '../shared/read-records.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'

type Entry = { id?: unknown; thread_name?: unknown }

/** What a person called a session: `session_index.jsonl` is only added to, so its last word counts. Null where it has none. */
export const threadName = async (
  home: string,
  id: string,
  signal?: AbortSignal,
): Promise<string | null> => {
  let name: string | null = null
  const take = (record: object): boolean => {
    const entry = fieldsOf<Entry>(record)
    if (entry.id === id) name = textOrNull(entry.thread_name, 500) ?? name
    return true
  }
  try {
    await readRecords(join(home, 'session_index.jsonl'), take, signal)
  } catch (error) {
    if (signal?.aborted) throw error
    // Current versions do not write it any more: the first prompt names the session then.
  }
  return name
}
