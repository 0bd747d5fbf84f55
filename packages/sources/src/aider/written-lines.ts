import { replacementsIn } from '../shared/search-replace.ts'
import { linesOfDiff } from '../shared/unified-diff.ts'
import type { LineChange } from '../turns/changed-lines.ts'

export type Written = LineChange & { isCreation: boolean }

/** What an answer wrote to a file, in whichever of Aider's formats; undefined when it says nothing of that file. */
export const writtenTo = (path: string, answer: readonly string[]): Written | undefined =>
  replacedIn(path, answer) ?? diffedIn(path, answer) ?? wholeIn(path, answer)

/** Blocks of search and replace, each below the name of its file, or below another block of the same. */
const replacedIn = (path: string, lines: readonly string[]): Written | undefined => {
  let last: string | null = null
  let before = 0
  const own = replacementsIn(lines).filter(({ from, to }) => {
    last = nameBefore(lines, from, before) ?? last
    before = to
    return last !== null && isSame(last, path)
  })
  if (own.length === 0) return undefined
  return {
    addedText: own.flatMap(({ addedText }) => addedText),
    removedText: own.flatMap(({ removedText }) => removedText),
    isCreation: own.some(({ isCreation }) => isCreation),
  }
}

/** The nearest line above that is no fence and not empty, if it looks like a file's name. */
const nameBefore = (lines: readonly string[], from: number, least: number): string | null => {
  for (let at = from - 1; at >= least && at >= from - 4; at--) {
    const line = (lines[at] ?? '').trim()
    if (line === '' || /^(`{3,}|~{3,}|<[a-z]{1,20}>)/.test(line)) continue
    return looksLikeName(line) ? bareName(line) : null
  }
  return null
}

const bareName = (line: string): string => line.replace(/^[#*`\s]+|[*`:\s]+$/g, '')
const looksLikeName = (line: string): boolean => line.length <= 1_000 && !/\s/.test(bareName(line))

/** Models shorten paths as Aider lets them. */
const isSame = (name: string, path: string): boolean =>
  name === path || lastPart(name) === lastPart(path)

const lastPart = (path: string): string => path.split(/[\\/]/).at(-1) ?? path

type Fence = { from: number; to: number; info: string }

const fencesIn = (lines: readonly string[]): Fence[] => {
  const fences: Fence[] = []
  let open: { from: number; mark: string; info: string } | null = null
  lines.forEach((line, at) => {
    const match = /^(`{3,}|~{3,})\s*(\S*)/.exec(line)
    if (match === null) return
    const [, mark = '', info = ''] = match
    if (open === null) open = { from: at + 1, mark, info }
    else if (mark.startsWith(open.mark) && info === '') {
      fences.push({ from: open.from, to: at, info: open.info })
      open = null
    }
  })
  return fences
}

const diffedIn = (path: string, lines: readonly string[]): Written | undefined => {
  const own = fencesIn(lines).filter(
    ({ from, to, info }) =>
      info === 'diff' &&
      lines
        .slice(from, Math.min(to, from + 2))
        .some((line) => isSame(line.replace(/^(---|\+\+\+) (?:[ab]\/)?/, '').trim(), path)),
  )
  if (own.length === 0) return undefined
  // Without line numbers a header looks like a change.
  const changes = own.map(({ from, to }) =>
    linesOfDiff(
      lines
        .slice(from, to)
        .filter((line) => !/^(---|\+\+\+) /.test(line))
        .join('\n'),
    ),
  )
  return {
    addedText: changes.flatMap(({ addedText }) => addedText),
    removedText: changes.flatMap(({ removedText }) => removedText),
    isCreation: own.some(({ from }) => (lines[from] ?? '').startsWith('--- /dev/null')),
  }
}

/** The whole new text in a fence right below the name. */
const wholeIn = (path: string, lines: readonly string[]): Written | undefined => {
  const own = fencesIn(lines).findLast(({ from }) => isSame(bareName(lines[from - 2] ?? ''), path))
  return own === undefined
    ? undefined
    : { addedText: lines.slice(own.from, own.to), removedText: [], isCreation: false }
}
