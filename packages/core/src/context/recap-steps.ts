import type { MessageDigest, ToolResult } from '../distil/transcript/digest-message.ts'
import type { ToolCall } from '../sessions/tool-calls.ts'
import { oneLine } from '../text/one-line.ts'

/** A call of a tool with what it answered. */
export type Step = {
  message: MessageDigest
  /** What was called, in one line. */
  call: string
  /** What came of it, in one line. */
  result: string
  /** A command that failed, and did not run well since. */
  isFailing: boolean
}

const CALL_CHARS = 160
const RESULT_CHARS = 240

/** Looking around leaves nothing behind; our own answers would be handed back as its work. */
const isWork = ({ role, name }: ToolCall): boolean =>
  ['shell', 'edit', 'task', 'other'].includes(role) && !/(?:^|_)lore_/i.test(name)

const cut = (text: string, most: number): string => {
  const line = oneLine(text)
  const letters = [...line]
  return letters.length <= most ? line : `${letters.slice(0, most - 1).join('')}…`
}

const callText = ({ name, command, path, detail }: ToolCall): string =>
  command === null
    ? cut([name, path ?? detail ?? ''].join(' '), CALL_CHARS)
    : `\`${cut(command.replaceAll('`', "'"), CALL_CHARS)}\``

/** The end of an output says what came of it, and of a failure the beginning often does. */
const resultText = ({ text, isError }: ToolResult): string => {
  const line = oneLine(text)
  const said =
    [...line].length <= RESULT_CHARS ? line : `…${[...line].slice(1 - RESULT_CHARS).join('')}`
  return `${isError ? 'Failed' : 'Answered'}: ${said === '' ? 'nothing.' : said}`
}

/** What was done in these messages, each call with its answer. A call that nothing answered is none of them. */
export const stepsIn = (tail: readonly MessageDigest[]): Step[] => {
  const results = new Map<string, ToolResult>()
  for (const message of tail)
    for (const result of message.results)
      if (result.callId !== null) results.set(result.callId, result)
  const steps = tail.flatMap((message) =>
    message.calls.filter(isWork).flatMap((call) => {
      const result = call.id === null ? undefined : results.get(call.id)
      return result === undefined ? [] : [{ message, call, result }]
    }),
  )
  const last = new Map(steps.map((step) => [callText(step.call), step]))
  return steps.map((step) => ({
    message: step.message,
    call: callText(step.call),
    result: resultText(step.result),
    isFailing:
      step.result.isError && step.call.role === 'shell' && last.get(callText(step.call)) === step,
  }))
}
