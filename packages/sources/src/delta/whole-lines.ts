import type { Block } from '@teamlore/shared'
import type { ReadEdit } from '../source.ts'
import { changedLines, type LineChange } from '../turns/changed-lines.ts'
import { type ReplacedText, replacedTextsIn } from './replaced-texts.ts'

/**
 * An edit of which only the old and the new text are known may begin and end in the middle of a line, and no commit has such a
 * line. Where the new text stands in the file once, the lines around it are read there, and counted as well.
 */
export const withWholeLines = (
  edit: ReadEdit,
  blocks: readonly Block[],
  readFile: (path: string) => string | undefined,
): LineChange => {
  const known: LineChange = { addedText: edit.addedText, removedText: edit.removedText }
  if (edit.operation !== 'edit') return known
  const texts = replacedTextsIn(blocks, edit.tool_call_id).map(withPlainEnds)
  if (texts.length === 0 || !isOnlyByThem(edit, texts)) return known
  const file = readFile(edit.path)?.replaceAll('\r\n', '\n')
  if (file === undefined) return known
  const whole = texts.map((text) => wholeLinesOf(file, text))
  return {
    addedText: joined([known.addedText, ...whole.map(({ addedText }) => addedText)]),
    removedText: joined([known.removedText, ...whole.map(({ removedText }) => removedText)]),
  }
}

const withPlainEnds = ({ before, after, isEverywhere }: ReplacedText): ReplacedText => ({
  isEverywhere,
  before: before.replaceAll('\r\n', '\n'),
  after: after.replaceAll('\r\n', '\n'),
})

/** Where the tool kept a patch or both states of the file, the lines are whole, and other ones. */
const isOnlyByThem = (edit: LineChange, texts: readonly ReplacedText[]): boolean => {
  const changes = texts.map(({ before, after }) => changedLines(before, after))
  const isSame = (kept: readonly string[], lines: readonly string[]) =>
    kept.length === lines.length && kept.every((line, at) => line === lines[at])
  return (
    isSame(
      edit.addedText,
      changes.flatMap(({ addedText }) => addedText),
    ) &&
    isSame(
      edit.removedText,
      changes.flatMap(({ removedText }) => removedText),
    )
  )
}

const MOST_PLACES = 200

const wholeLinesOf = (file: string, text: ReplacedText): LineChange => {
  const places = placesOf(file, text.after)
  const isSure = places.length === 1 || text.isEverywhere
  const changes = isSure ? places.map((at) => changeAround(file, at, text)) : []
  return {
    addedText: changes.flatMap(({ addedText }) => addedText),
    removedText: changes.flatMap(({ removedText }) => removedText),
  }
}

const placesOf = (file: string, text: string): number[] => {
  const places: number[] = []
  if (text.trim() === '') return places
  for (let at = file.indexOf(text); at !== -1; at = file.indexOf(text, at + text.length))
    if (places.push(at) === MOST_PLACES) break
  return places
}

const changeAround = (file: string, at: number, { before, after }: ReplacedText): LineChange => {
  const prefix = file.slice(file.lastIndexOf('\n', at - 1) + 1, at)
  const behind = file.slice(at + after.length)
  const suffix = after.endsWith('\n') ? '' : (behind.split('\n', 1)[0] ?? '')
  return changedLines(`${prefix}${before}${suffix}`, `${prefix}${after}${suffix}`)
}

/** Each line once: those that were whole already are not counted again. */
const joined = ([first = [], ...more]: readonly (readonly string[])[]): readonly string[] => {
  const known = new Set(first.map((line) => line.trim()))
  return [...first, ...more.flat().filter((line) => !known.has(line.trim()))]
}
