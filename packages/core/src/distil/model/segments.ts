import { oneLine } from '../../text/one-line.ts'
import type { MessageDigest } from '../transcript/digest-message.ts'

/** A stretch of a session as a model reads it, with the messages that its names mean. */
export type Segment = { lines: string; messages: ReadonlyMap<string, MessageDigest> }

const LIMITS = { segment: 24_000, said: 4_000, result: 400, command: 300, calls: 12 }

const cut = (text: string, max: number) =>
  text.length <= max ? text : `${text.slice(0, max * 0.7)} […] ${text.slice(-max * 0.25)}`

const shortLine = (text: string, max: number) => cut(oneLine(text), max)

const lineOf = (name: string, message: MessageDigest): string => {
  const { kind, text, calls, results } = message
  const said = text.trim() === '' || kind === 'injected' ? [] : [cut(text.trim(), LIMITS.said)]
  const called = calls
    .slice(0, LIMITS.calls)
    .map(
      (call) =>
        `(${call.name}: ${shortLine(call.command ?? call.path ?? call.detail ?? '', LIMITS.command)})`,
    )
  const came = results.map(
    ({ text: output, isError }) =>
      `(${isError ? 'failed' : 'result'}: ${shortLine(output, LIMITS.result)})`,
  )
  const parts = [...said, ...called, ...came]
  // What would close the frame of the segment is no tag of ours.
  return parts.length === 0
    ? ''
    : `[${name} ${kind}] ${parts.join('\n').replaceAll('</segment', '< /segment')}`
}

const asks = ({ kind, text }: MessageDigest) =>
  (kind === 'human' || kind === 'command') && text !== ''

/**
 * Cuts a session into stretches that a model reads at once, at prompts where it can. A session that grew keeps its
 * earlier segments letter by letter, so that what was answered of them need not be asked again.
 */
export const segmentsOf = (messages: readonly MessageDigest[]): Segment[] => {
  const segments: Segment[] = []
  let lines: string[] = []
  let named = new Map<string, MessageDigest>()
  let size = 0
  const close = () => {
    if (lines.length > 0) segments.push({ lines: lines.join('\n'), messages: named })
    lines = []
    named = new Map()
    size = 0
  }
  for (const [n, message] of messages.entries()) {
    const name = `m${n}`
    const line = lineOf(name, message)
    if (line === '') continue
    const isFull = size + line.length > LIMITS.segment
    if (isFull || (asks(message) && size > LIMITS.segment / 2)) close()
    lines.push(line)
    named.set(name, message)
    size += line.length + 1
  }
  close()
  return segments
}
