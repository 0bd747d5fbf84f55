import type { Block, Message, SessionDetail } from '@teamlore/shared'
import { shownBlocks } from '@teamlore/shared/removed-text'
import { bytes, dateTime, plural } from '../output/format.ts'
import { printable, printableLines } from '../output/printable.ts'

/** One stretch of a message as a reader meets it. Nothing in it is obeyed by a terminal; all of it is foreign text. */
export type Part = {
  kind: 'said' | 'thinking' | 'call' | 'result' | 'failed' | 'note'
  /** What stands above it; empty for what was said. */
  label: string
  text: string
  /** Of a call, as it was made; `text` is all of it as JSON. */
  input?: unknown
}

export const partsOf = (message: Message): Part[] =>
  shownBlocks(message)
    .map(({ block }) => partOf(block))
    .filter(({ label, text }) => label !== '' || text !== '')

const partOf = (block: Block): Part => {
  switch (block.type) {
    case 'text':
      return { kind: 'said', label: '', text: cleanText(block.text) }
    case 'thinking': {
      const text = cleanText(block.text)
      return { kind: 'thinking', label: text === '' ? '' : 'Thinking', text }
    }
    case 'tool_call':
      return {
        kind: 'call',
        label: `Call ${printable(block.name)}`,
        text: jsonText(block.input),
        input: block.input,
      }
    case 'tool_result':
      return {
        kind: block.is_error ? 'failed' : 'result',
        label: `${block.is_error ? 'Failed' : 'Result'}${block.cut === undefined ? '' : `, cut when it was taken in from ${plural(block.cut.chars, 'character')}`}`,
        text: cleanText(block.text),
      }
    case 'image':
      return {
        kind: 'note',
        label: `Image ${printable(block.mime)}, ${bytes(block.bytes)}`,
        text: '',
      }
    case 'file':
      return {
        kind: 'note',
        label: `File ${printable(block.path)}`,
        text: cleanText(block.text ?? ''),
      }
    case 'other':
      return { kind: 'note', label: printable(block.name), text: jsonText(block.raw) }
  }
}

export const cleanText = (text: string): string => printableLines(text.trimEnd()).join('\n')

export const jsonText = (value: unknown): string => cleanText(JSON.stringify(value, null, 2) ?? '')

/** What there is to know of a session, by name; what is not known is left out. */
export const factsOf = (session: SessionDetail): [name: string, value: string][] => {
  const { author, machine, started_at, ended_at, counts, parent } = session
  const facts: [string, string | null][] = [
    ['Session', session.id],
    ['Tool', [session.tool, session.tool_version].filter(Boolean).join(' ')],
    ['Kind', session.kind === 'main' ? null : session.kind],
    ['Goes on from', parent && `${parent.title} (${parent.id})`],
    ['Project', session.project?.name ?? null],
    ['Folder', session.cwd],
    ['Branch', session.git_branch],
    ['Author', [author.name, machine.name].filter(Boolean).join(' on ')],
    ['Readable by', session.visibility === 'private' ? 'its author alone' : 'the team'],
    ['Began', started_at && dateTime(started_at)],
    ['Ended', ended_at && dateTime(ended_at)],
    ['Models', session.models.join(', ')],
    ['Messages', String(counts.messages)],
  ]
  return facts.flatMap(([name, value]): [string, string][] =>
    value ? [[name, printable(value)]] : [],
  )
}

const KINDS: Record<Message['kind'], string> = {
  human: 'Prompt',
  assistant: 'Assistant',
  tool_result: 'Tool',
  injected: 'Injected',
  summary: 'Summary so far',
  command: 'Command',
}

/** Who speaks, and when. */
export const headingOf = ({ kind, ts, is_abandoned }: Message, author: string): string =>
  [
    kind === 'human' ? printable(author) : KINDS[kind],
    ts === null ? '' : dateTime(ts),
    is_abandoned ? 'left behind' : '',
  ]
    .filter((part) => part !== '')
    .join(', ')

/** An id as ours are made; what is none is no part of an address or a name. */
export const safeId = (id: string): string => id.replace(/[^A-Za-z0-9_]/g, '').slice(0, 60)
