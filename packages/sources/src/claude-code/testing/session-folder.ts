import type { ReadSession } from '../../source.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { readSession } from '../read-session.ts'
import { jsonl } from './records.ts'

/** The session the test records name. */
export const ID = '11111111-aaaa-4aaa-8aaa-111111111111'

/** A folder for session files that are written and read at once. */
export const sessionFolder = () => {
  const folder = temporaryFolder()
  const readText = async (content: string, name = `${ID}.jsonl`): Promise<ReadSession> => {
    const outcome = await readSession([{ path: folder.write(name, content) }])
    if (outcome.status !== 'session') throw new Error(outcome.reason)
    return outcome.session
  }
  return {
    ...folder,
    readText,
    read: (records: readonly unknown[], name?: string) => readText(jsonl(records), name),
  }
}
