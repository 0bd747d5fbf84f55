import { basename, dirname, join } from 'node:path'

/** What was shown to the person, and what the model saw. */
export const TRANSCRIPT = 'ui_messages.json'
export const HISTORY = 'api_conversation_history.json'
/** Messages of a session of newer Cline. */
export const MESSAGES = '.messages.json'

const ENDINGS = [TRANSCRIPT, HISTORY, MESSAGES, 'claude_messages.json']

/** Whether a file may be where a session is read from. */
export const mayHoldSession = (name: string): boolean =>
  ENDINGS.some((ending) => name.toLowerCase().endsWith(ending))

/** What stands in a name before the part that says what the file is; nothing in the tool's own folders. */
export const stemOf = (path: string): string => {
  const name = basename(path)
  const ending = ENDINGS.find((one) => name.toLowerCase().endsWith(one))
  return ending === undefined
    ? name.replace(/\.json$/i, '')
    : name.slice(0, -ending.length).replace(/[._-]+$/, '')
}

/** Another file of the same task: in its folder, or under the same beginning of its name. */
export const taskFile = (path: string, name: string): string => {
  const own = basename(path)
  const ending = ENDINGS.find((one) => own.toLowerCase().endsWith(one)) ?? own
  return join(dirname(path), own.slice(0, -ending.length) + name)
}
