import type { Block } from '@teamlore/shared'
import { timeOrNull } from '../shared/values.ts'

/** What one of the two said, as the export sets it apart. */
export type Section = { isUser: boolean; model: string | null; ts: string | null; text: string }

const HEAD = /^_\*\*(User|Assistant|Agent)(?: \(([^()\n]{1,200})\))?\*\*_$/

/** The sections of an export in their order. What stands before the first is no one's words. */
export const sectionsOf = (text: string): Section[] => {
  const open: (Omit<Section, 'text'> & { lines: string[] })[] = []
  for (const line of text.split(/\r?\n/)) {
    const head = line.startsWith('_**') ? HEAD.exec(line) : null
    if (head === null) open.at(-1)?.lines.push(line)
    else
      open.push({
        isUser: head[1] === 'User',
        ...noteOf(head[2] ?? '', head[1] === 'User'),
        lines: [],
      })
  }
  return open.flatMap(({ lines, ...section }) =>
    partsOf(lines, section.isUser).map((part) => ({ ...section, text: part })),
  )
}

const TIME = /\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?Z?/

/** Behind a name may stand the model, a time, or both. */
const noteOf = (note: string, isUser: boolean): Pick<Section, 'model' | 'ts'> => {
  const time = TIME.exec(note)?.[0] ?? null
  const model = note.replace(TIME, '').trim()
  return { model: isUser || model === '' ? null : model, ts: time === null ? null : utc(time) }
}

/** Exports bear times of UTC, with or without saying so. */
export const utc = (time: string): string | null => {
  return timeOrNull(`${time.replace(' ', 'T').replace(/Z$/, '')}Z`)
}

/** Rules stand between sections; older exports set the steps of one answer apart by them too. */
const partsOf = (lines: readonly string[], isUser: boolean): string[] => {
  const text = lines.join('\n')
  const parts = isUser ? [text.replace(/\n---\s*$/, '')] : text.split(/^---$/m)
  return parts.map((part) => part.trim()).filter((part) => part !== '' && part !== '---')
}

export type ToolUse = { name: string; input: string; output: string }
export type Piece = { block: Block } | { use: ToolUse }

const OPENING = /<think>|<tool-use [^>\n]{0,500}data-tool-name="([^"\n]{1,200})"[^>\n]{0,100}>/g

/** Thoughts, calls and plain text of an answer, in their order. One that is not closed goes to the end. */
export const piecesOf = (text: string): Piece[] => {
  const pieces: Piece[] = []
  const opening = new RegExp(OPENING)
  let from = 0
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    pieces.push(...said(text.slice(from, match.index)))
    const name = match[1]
    const close = name === undefined ? '</think>' : '</tool-use>'
    const end = text.indexOf(close, match.index)
    from = end === -1 ? text.length : end + close.length
    const inside = text.slice(match.index, end === -1 ? undefined : end)
    pieces.push(name === undefined ? thoughtIn(inside) : { use: useIn(inside, name) })
    opening.lastIndex = from
  }
  return [...pieces, ...said(text.slice(from))]
}

const said = (text: string): Piece[] =>
  text.trim() === '' ? [] : [{ block: { type: 'text', text: text.trim() } }]

const bare = (text: string): string =>
  text.replace(/<\/?(?:think|details)>|<summary>[^\n]*?<\/summary>|<tool-use [^>\n]*>/g, '').trim()

const thoughtIn = (text: string): Piece => ({ block: { type: 'thinking', text: bare(text) } })

/** What a tool answered stands in the last fence; what it was asked, before. */
const useIn = (text: string, name: string): ToolUse => {
  const lines = bare(text).split('\n')
  const last = lines.findLastIndex((line) => /^`{3,}\s*$/.test(line))
  const first = last === -1 ? -1 : lines.slice(0, last).indexOf('```')
  if (first === -1) return { name, input: lines.join('\n'), output: '' }
  return {
    name,
    input: lines.slice(0, first).join('\n').trim(),
    // Behind a text that was written, the answer has a fence of its own.
    output: lines
      .slice(first + 1, last)
      .join('\n')
      .replace(/^```\n/, ''),
  }
}
