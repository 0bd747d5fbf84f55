import { createHash } from 'node:crypto'

/** One start of Aider in a history file, which holds hundreds of them: the lines from its header to the next. */
export type Run = {
  /** The time in its header, as written there. */
  startedAt: string
  /** Which of the runs with this very time it is; nearly always the first, 0. */
  nth: number
  /** Index of the line behind the header, and of the one behind the run's last. */
  from: number
  to: number
  /** Changes when something was added to it. */
  version: string
}

export type History = {
  lines: readonly string[]
  runs: readonly Run[]
  /** Whether Aider's own lines end in two spaces, as it writes them; editors and hooks may have taken them off. */
  hasMarks: boolean
}

export const HEADER = /^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*$/

/** Takes a history apart. What stands before the first header is of no run, and what is not yet a whole line of none. */
export const splitHistory = (text: string): History => {
  const lines = text.split(/\r?\n/)
  lines.pop()
  const heads = lines.flatMap((line, at) => {
    const match = line.startsWith('# aider chat') ? HEADER.exec(line) : null
    return match ? [{ at, startedAt: match[1] ?? '' }] : []
  })
  const seen = new Map<string, number>()
  const runs = heads.map(({ at, startedAt }, index): Run => {
    const nth = seen.get(startedAt) ?? 0
    seen.set(startedAt, nth + 1)
    const from = at + 1
    const to = heads[index + 1]?.at ?? lines.length
    return { startedAt, nth, from, to, version: versionOf(lines.slice(from, to)) }
  })
  const hasMarks = lines.some((line) => /^(?:#{4}|>) .* {2}$/.test(line))
  return { lines, runs, hasMarks }
}

const versionOf = (lines: readonly string[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('base64url').slice(0, 22)

export const partOf = ({ startedAt, nth }: Run): string => `${startedAt}#${nth}`
