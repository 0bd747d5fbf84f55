import { changedLines, type LineChange } from '../turns/changed-lines.ts'

/** A block by which a model says: where it reads so, let it read so. */
type Replacement = LineChange & {
  /** Index of the line the block begins at, and of the one behind it. */
  from: number
  to: number
  isCreation: boolean
}

const SEARCH = /^\s*(?:<{5,9}|-{5,9}) ?SEARCH>?\s*$/
const DIVIDER = /^\s*={5,9}\s*$/
const REPLACE = /^\s*(?:>{5,9}|\+{5,9}) ?REPLACE>?\s*$/
/** Where in the file it is, as some put before the text to be found. */
const POSITION = /^\s*:(?:start|end)_line:|^\s*-{5,9}\s*$/

/** The whole blocks among some lines. One that is never finished is none. */
export const replacementsIn = (lines: readonly string[]): Replacement[] => {
  const found: Replacement[] = []
  let from = -1
  let middle = -1
  lines.forEach((line, at) => {
    if (SEARCH.test(line)) [from, middle] = [at, -1]
    else if (from !== -1 && middle === -1 && DIVIDER.test(line)) middle = at
    else if (middle !== -1 && REPLACE.test(line)) {
      const search = withoutPosition(lines.slice(from + 1, middle))
      const change = changedLines(search.join('\n'), lines.slice(middle + 1, at).join('\n'))
      const isCreation = search.every((text) => text.trim() === '')
      found.push({ ...change, from, to: at + 1, isCreation })
      ;[from, middle] = [-1, -1]
    }
  })
  return found
}

const withoutPosition = (lines: readonly string[]): readonly string[] => {
  const first = lines.findIndex((line) => !POSITION.test(line))
  return first === -1 ? [] : lines.slice(first)
}
