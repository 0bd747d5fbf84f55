import type { ReadSession } from '@teamlore/sources/source'
import { leaveOut } from '../leave-out.ts'
import { parseProjectIgnore } from '../project-ignore.ts'

export type Call = Extract<ReadSession['messages'][number]['blocks'][number], { type: 'tool_call' }>

export const rules = { ignore: parseProjectIgnore('/nothing'), root: '/work/app' }

/** What each result says. */
const RESULT = 'A=hush-hush'

/** Calls that follow each other in one session, each with its result. */
export const sessionOf = (...inputs: Call['input'][]): ReadSession => {
  const messages = inputs.map((input, n) => ({
    key: `m${n}`,
    cwd: '/work/app',
    blocks: [
      { type: 'tool_call', id: `c${n}`, name: 'Bash', input },
      { type: 'tool_result', tool_call_id: `c${n}`, text: RESULT, is_error: false },
    ],
  }))
  return { cwd: '/work/app', messages, edits: [] } as unknown as ReadSession
}

export const capturedMessages = (...inputs: Call['input'][]): string[] =>
  leaveOut(sessionOf(...inputs), rules).session.messages.map((message) => JSON.stringify(message))

export const isLeftOut = (input: Call['input']): boolean =>
  !capturedMessages(input)[0]?.includes(RESULT)
