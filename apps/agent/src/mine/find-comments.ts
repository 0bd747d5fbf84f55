import {
  COMMENT_MARKERS,
  type CommentMarker,
  MEMORY_COMMENT_LIMITS,
  type MemoryComment,
} from '@teamlore/shared/memory-comments'
import { commentSigns } from './comment-signs.ts'

const MARKED = new RegExp(`^(${COMMENT_MARKERS.join('|')})(?:\\([^)]{0,60}\\))?\\s*:\\s*(\\S.*)$`)
/** Another of these words, or one of those by which people mark what is to be done, begins a comment of its own. */
const BEGINS_ANOTHER = /^(?:[A-Z]{3,12}(?:\([^)]{0,60}\))?\s*:|@\w)/
/** So many lines of a comment are read on. */
const MAX_LINES = 8
/** Fewer words say nothing to somebody who does not look at the line. */
const MIN_WORDS = 4
const MAX_LINE_CHARS = 2_000

/** What comments of a file say that begin with WARNING, HACK, IMPORTANT or DECISION and a colon, each with its line. */
export const findComments = (path: string, text: string): MemoryComment[] => {
  const signs = commentSigns(path)
  if (signs.length === 0 || !COMMENT_MARKERS.some((marker) => text.includes(marker))) return []
  const lines = text.split(/\r?\n/)
  return lines.flatMap((line, at) => {
    const comment = commentOf(line, signs)
    const [, marker, first = ''] = MARKED.exec(comment?.words ?? '') ?? []
    if (comment === undefined || marker === undefined) return []
    const words = [first, ...restOf(lines, at, { signs, isWholeLine: comment.isWholeLine })].join(
      ' ',
    )
    const said = words.replace(/\s+/g, ' ').trim().slice(0, MEMORY_COMMENT_LIMITS.maxChars)
    if (said.split(' ').length < MIN_WORDS) return []
    return [{ marker: marker as CommentMarker, text: said, path, line: at + 1 }]
  })
}

/** What stands behind the sign of a comment; undefined where the line has none, or has it within a text. */
const commentOf = (
  line: string,
  signs: readonly string[],
): { words: string; isWholeLine: boolean } | undefined => {
  if (line.length > MAX_LINE_CHARS) return undefined
  const trimmed = line.trimStart()
  const leading = signs
    .filter((sign) => trimmed.startsWith(sign))
    .sort((a, b) => b.length - a.length)[0]
  if (leading !== undefined)
    return { words: bare(trimmed.slice(leading.length)), isWholeLine: true }
  for (const sign of signs.filter((one) => one !== '*')) {
    const at = line.indexOf(` ${sign}`)
    if (at === -1 || isWithinText(line.slice(0, at))) continue
    return { words: bare(line.slice(at + 1 + sign.length)), isWholeLine: false }
  }
  return undefined
}

const isWithinText = (before: string): boolean =>
  ['"', "'", '`'].some((quote) => (before.split(quote).length - 1) % 2 === 1)

/** Without more of the sign, and without what ends a block. */
const bare = (words: string): string =>
  words
    .replace(/^[/#*!;%-]*\s*/, '')
    .replace(/\s*(?:\*+\/|-->)\s*$/, '')
    .trim()

const restOf = (
  lines: readonly string[],
  at: number,
  { signs, isWholeLine }: { signs: readonly string[]; isWholeLine: boolean },
): string[] => {
  const rest: string[] = []
  if (!isWholeLine || /\*\/|-->/.test(lines[at] ?? '')) return rest
  for (const line of lines.slice(at + 1, at + MAX_LINES)) {
    const comment = commentOf(line, signs)
    if (!comment?.isWholeLine || comment.words === '' || BEGINS_ANOTHER.test(comment.words)) break
    rest.push(comment.words)
    if (/\*\/|-->/.test(line)) break
  }
  return rest
}
