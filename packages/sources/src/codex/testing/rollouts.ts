import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ReadSession } from '../../source.ts'
import { sessionAt } from '../../testing/sessions-of.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createCodexSource } from '../codex.source.ts'

export const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url))

export const id = (n: number) => `01990000-0000-7000-8000-00000000000${n}`

/** The fixture of a session. */
export const rollout = (hour: number, n: number) =>
  join(FIXTURES, `sessions/2026/03/01/rollout-2026-03-01T${hour}-00-00-${id(n)}.jsonl`)

const at = { timestamp: '2026-03-01T09:00:00Z' }
export const item = (payload: object) => ({ ...at, type: 'response_item', payload })
export const event = (payload: object) => ({ ...at, type: 'event_msg', payload })
export const user = (text: string) =>
  item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] })
export const typed = (message: string) => event({ type: 'user_message', message })
export const said = (text: string) =>
  item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] })
export const head = (payload: object = {}) => ({
  ...at,
  type: 'session_meta',
  payload: { id: 's', cwd: '/home/ada', ...payload },
})

export const textsOf = ({ messages }: ReadSession) =>
  messages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => ('text' in block && block.text ? [block.text] : [])),
  )

/** A folder for rollouts that are written and read at once. */
export const rolloutFolder = () => {
  const folder = temporaryFolder()
  const codex = (CODEX_HOME?: string) =>
    createCodexSource({ home: folder.path, platform: 'linux', variables: { CODEX_HOME } })
  const readOne = (...paths: string[]) => sessionAt(codex(), ...paths)
  const writeRecords = (name: string, records: readonly unknown[]) =>
    folder.write(name, records.map((one) => `${JSON.stringify(one)}\n`).join(''))
  return {
    ...folder,
    codex,
    readOne,
    writeRecords,
    readRecords: (records: readonly unknown[]) => readOne(writeRecords('a.jsonl', records)),
  }
}
