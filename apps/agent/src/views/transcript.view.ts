import type { Block, Message } from '@teamlore/shared'
import { shownBlocks } from '@teamlore/shared/removed-text'
import { plural, timeBeside } from '../output/format.ts'
import { cyan, dim, type Line, type Piece, person, red, yellow } from '../output/line.ts'
import { passageLines } from '../output/passage.ts'
import { printable } from '../output/printable.ts'
import { truncate } from '../output/text-width.ts'
import { gistOfCall, labelOfBlock } from '../output/tool-call.ts'

export type TranscriptOptions = {
  width: number | undefined
  /** Nothing cut. */
  isFull: boolean
  /** Who speaks in the human prompts. */
  author: string
  /** The day most of it is from, so that only other days need be named. */
  startedAt: string | null
  /** What to do to see what was cut. */
  hint: string
}

type Shown = Message['blocks'][number]

const PROMPT_LINES = 40
const RESULT_LINES = 4
const THINKING_LINES = 2
const SUMMARY_LINES = 8
const INDENT = '  '
const DEEPER = '    '

/** One message of a session, with an empty line before what somebody said. */
export const messageLines = (message: Message, options: TranscriptOptions): Line[] => {
  const lines = linesOfKind({ ...message, blocks: shownBlocks(message) }, options)
  return message.is_abandoned && lines.length > 0
    ? [...lines.slice(0, 1), [INDENT, yellow('(on a branch that was rewound)')], ...lines.slice(1)]
    : lines
}

const linesOfKind = (message: Message, options: TranscriptOptions): Line[] => {
  switch (message.kind) {
    case 'human':
      return promptLines(message, options)
    case 'injected':
      return asideLines('injected', message, options, options.isFull ? undefined : 1)
    case 'summary':
      return asideLines(
        'summary so far',
        message,
        options,
        options.isFull ? undefined : SUMMARY_LINES,
      )
    case 'command':
      return asideLines('command', message, options, options.isFull ? undefined : RESULT_LINES)
    case 'assistant':
    case 'tool_result':
      return message.blocks.flatMap((shown) => blockLines(shown, options))
  }
}

/** What a person asked, behind a bar so that the eye finds it. */
const promptLines = (message: Message, options: TranscriptOptions): Line[] => {
  const { width, author, startedAt, hint, isFull } = options
  const indent = person('▌ ')
  const time = timeBeside(message.ts, startedAt)
  const said = message.blocks.flatMap(({ block, truncated_chars }) =>
    block.type === 'tool_call'
      ? [callLine(block, width)]
      : passageLines(labelOfBlock(block), {
          width,
          indent,
          maxLines: isFull ? undefined : PROMPT_LINES,
          missingChars: truncated_chars,
          hint,
        }),
  )
  return [[], [indent, person(author), time === '' ? '' : dim(`  ${time}`)], ...said, []]
}

/** Text nobody typed for the occasion: named, dim and short. */
const asideLines = (
  name: string,
  { blocks }: Message,
  { width, hint }: TranscriptOptions,
  maxLines: number | undefined,
): Line[] => {
  const text = blocks
    .map(({ block }) => (block.type === 'tool_call' ? block.name : labelOfBlock(block)))
    .join('\n')
  const missingChars = blocks.reduce((sum, { truncated_chars }) => sum + truncated_chars, 0)
  return passageLines(`${name}: ${text.trim()}`, {
    width,
    indent: INDENT,
    maxLines,
    missingChars,
    hint,
    paint: dim,
  })
}

const blockLines = ({ block, truncated_chars }: Shown, options: TranscriptOptions): Line[] => {
  const { width, hint, isFull } = options
  const passage = { width, hint, missingChars: truncated_chars }
  switch (block.type) {
    case 'text':
      return block.text.trim() === ''
        ? []
        : [[], ...passageLines(block.text, { ...passage, indent: INDENT }), []]
    case 'thinking':
      return block.text.trim() === ''
        ? []
        : passageLines(`thinking: ${block.text.trim()}`, {
            ...passage,
            indent: INDENT,
            maxLines: isFull ? undefined : THINKING_LINES,
            paint: dim,
          })
    case 'tool_call':
      return isFull ? [callLine(block, undefined)] : [callLine(block, width)]
    case 'tool_result':
      return resultLines(block, { ...passage, isFull })
    case 'image':
    case 'file':
    case 'other':
      return [[INDENT, dim(labelOfBlock(block))]]
  }
}

const callLine = (
  block: Extract<Block, { type: 'tool_call' }>,
  width: number | undefined,
): Line => {
  const name = printable(block.name)
  const gist = printable(gistOfCall(block))
  const room = width === undefined ? undefined : width - INDENT.length - 3 - name.length
  return [INDENT, cyan(`→ ${name}`), ' ', room === undefined ? gist : truncate(gist, room)]
}

const resultLines = (
  block: Extract<Block, { type: 'tool_result' }>,
  options: { width: number | undefined; hint: string; missingChars: number; isFull: boolean },
): Line[] => {
  if (block.text.trim() === '')
    return block.is_error ? [[DEEPER, red('failed without a word')]] : []
  const paint: (text: string) => Piece = block.is_error ? red : dim
  const lines = passageLines(block.text, {
    ...options,
    indent: DEEPER,
    maxLines: options.isFull ? undefined : RESULT_LINES,
    paint,
  })
  // What the agent already cut before sending cannot be had from anywhere but the machine itself.
  return options.isFull && block.cut !== undefined
    ? [
        ...lines,
        [DEEPER, dim(`(cut when it was taken in; ${plural(block.cut.chars, 'character')} in all)`)],
      ]
    : lines
}

/** Two messages may both want an empty line between them: one is enough, and none is wanted at the end. */
export const joinBlankLines = () => {
  let isFirst = true
  let isGapDue = false
  return (lines: readonly Line[]): Line[] =>
    lines.flatMap((line): Line[] => {
      if (line.length === 0) {
        isGapDue = !isFirst
        return []
      }
      const gap: Line[] = isGapDue ? [[]] : []
      isFirst = false
      isGapDue = false
      return [...gap, line]
    })
}
