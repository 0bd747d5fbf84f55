import type { Message } from '@teamlore/shared'
import { shownBlocks } from '@teamlore/shared/removed-text'
import { dateTime, plural } from '../output/format.ts'
import { gistOfJsonText } from '../output/gist-of-data.ts'
import { bold, cyan, dim, type Line, type Piece, person, red, widthOfLine } from '../output/line.ts'
import { printable } from '../output/printable.ts'
import { gistOfCall, labelOfBlock } from '../output/tool-call.ts'
import { truncateLine } from '../output/wrap.ts'
import { branchesOf, type SessionTree } from './session-branches.ts'

type Options = { width: number | undefined; server: string }

/** Further in than this, columns say nothing any more. */
const MAX_INDENT = 12

/** One line a message, branches further in, and the sessions of sub-agents below the session they began in. */
export const treeLines = (tree: SessionTree, options: Options): Line[] => [
  ...linesOf(tree, options.width, 0),
  [dim(`${options.server}/sessions/${tree.session.id}`)],
]

const linesOf = (
  { session, messages, children }: SessionTree,
  width: number | undefined,
  indent: number,
): Line[] => {
  const { id, kind, title, started_at } = session
  const about = `  ${kind === 'main' ? '' : `${kind}, `}${dateTime(started_at)}, ${plural(messages.length, 'message')}`
  return [
    fitted([bold(title), dim(about)], cyan(id), { width, indent }),
    ...branchesOf(messages).map(({ message, depth, isTurn }) =>
      fitted(
        [...bars(depth, isTurn), ...messagePieces(message, session.author.name, isTurn)],
        message.kind === 'human' || isTurn ? dim(message.id) : undefined,
        { width, indent: indent + 1 },
      ),
    ),
    ...children.flatMap((child): Line[] =>
      'named' in child
        ? [
            fitted([dim(`${child.named.kind}  `), child.named.title], cyan(child.named.id), {
              width,
              indent: indent + 1,
            }),
          ]
        : linesOf(child, width, indent + 1),
    ),
  ]
}

const bars = (depth: number, isTurn: boolean): Piece[] => {
  if (depth === 0) return []
  const shown = Math.min(depth, MAX_INDENT)
  return [dim(`${'│ '.repeat(shown - 1)}${isTurn ? '├ ' : '│ '}`)]
}

/** An id is never cut: what is said gives way. */
const fitted = (
  line: Line,
  id: Piece | undefined,
  { width, indent }: { width: number | undefined; indent: number },
): Line => {
  const whole: Line = indent === 0 ? line : ['  '.repeat(Math.min(indent, MAX_INDENT)), ...line]
  const tail: Line = id === undefined ? [] : ['  ', id]
  if (width === undefined) return [...whole, ...tail]
  const room = width - widthOfLine(tail)
  return room < MIN_TEXT ? truncateLine(whole, width) : [...truncateLine(whole, room), ...tail]
}

const MIN_TEXT = 30

const messagePieces = (message: Message, author: string, isTurn: boolean): Piece[] => {
  const gist = gistOf(message)
  const behind = isTurn && message.is_abandoned ? [dim('  (left behind)')] : []
  if (message.kind === 'human') return [person(`▌ ${author}: `), gist, ...behind]
  if (message.kind === 'assistant') return [gist, ...behind]
  return [dim(`${message.kind.replace('_', ' ')}: ${gist}`), ...failed(message), ...behind]
}

const failed = ({ blocks }: Message): Piece[] =>
  blocks.some(({ block }) => block.type === 'tool_result' && block.is_error)
    ? [red('  failed')]
    : []

/** What a message says first, and the calls in it, in one line. */
const gistOf = (message: Message): string => {
  const blocks = shownBlocks(message)
  const texts = blocks.flatMap(({ block }) => {
    if (block.type === 'tool_call') return [`→ ${block.name} ${gistOfCall(block)}`.trim()]
    if (block.type === 'thinking') return []
    const said = labelOfBlock(block)
    return [
      printable(gistOfJsonText(said) ?? said)
        .replace(/\s+/g, ' ')
        .trim(),
    ]
  })
  const said = texts.filter((text) => text !== '')
  return said.length === 0 ? (blocks[0]?.block.type ?? 'nothing') : said.join('  ')
}

/** For scripts: the messages as they are, each with the one it follows. */
export const treeJson = ({ session, messages, children }: SessionTree): unknown => ({
  session,
  messages,
  children: children.map((child) =>
    'named' in child ? { session: child.named, messages: null, children: null } : treeJson(child),
  ),
})
