import type { History, Run } from './runs.ts'

/** Lines of one kind that stand together: what was typed, what Aider printed, or what the model answered. */
export type Entry = {
  kind: 'typed' | 'printed' | 'answered'
  /** How many lines behind the header it begins: a history only ever grows, so this names it for ever. */
  at: number
  lines: string[]
}

/**
 * The entries of a run. Aider ends what it writes itself with two spaces, which distinguishes a prompt from a heading in an answer
 * and closes a fence that the model left open. Where those were taken off, fences must do. Nothing goes beyond the run.
 */
export const entriesOf = ({ lines, hasMarks }: History, { from, to }: Run): Entry[] => {
  const own = lines.slice(from, to)
  const kinds = hasMarks ? kindsByMark(own) : kindsByFence(own)
  const entries: Entry[] = []
  own.forEach((line, at) => {
    const kind = kinds[at] ?? 'answered'
    const last = entries.at(-1)
    const text = kind === 'answered' ? line : line.replace(/^(?:#{4}|>)(?: |$)/, '').trimEnd()
    if (last?.kind === kind) last.lines.push(text)
    else entries.push({ kind, at, lines: [text] })
  })
  return entries.filter((entry) => entry.lines.some((line) => line.trim() !== ''))
}

type Kind = Entry['kind']

const startOf = (line: string): Kind => {
  if (line === '####' || line.startsWith('#### ')) return 'typed'
  return line === '>' || line.startsWith('> ') ? 'printed' : 'answered'
}

const isMarked = (line: string): boolean => line.endsWith('  ')

const kindsByMark = (lines: readonly string[]): Kind[] => {
  const kinds: Kind[] = []
  const isFenced = createFences()
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const start = startOf(line)
    if (start !== 'answered' && isMarked(line)) {
      isFenced.close()
      kinds.push(start)
    } else if (start === 'printed' && !isFenced.now()) {
      // Printed text of several lines has the mark in front of its first and behind its last.
      const end = endOfPrinted(lines, at)
      for (; at < end; at++) kinds.push('printed')
      kinds.push('printed')
    } else {
      isFenced.see(line)
      kinds.push('answered')
    }
  }
  return kinds
}

const MOST_PRINTED = 200

/** Index of the last line of a printed text; of its first, when no end is to be found. */
const endOfPrinted = (lines: readonly string[], from: number): number => {
  for (let at = from + 1; at < Math.min(lines.length, from + MOST_PRINTED); at++) {
    const line = lines[at] ?? ''
    if (startOf(line) !== 'answered') return from
    if (isMarked(line)) return at
  }
  return from
}

const kindsByFence = (lines: readonly string[]): Kind[] => {
  const isFenced = createFences()
  return lines.map((line) => {
    const start = isFenced.now() ? 'answered' : startOf(line)
    if (start === 'answered') isFenced.see(line)
    return start
  })
}

const createFences = () => {
  let fence: string | null = null
  return {
    now: (): boolean => fence !== null,
    close: (): void => {
      fence = null
    },
    see: (line: string): void => {
      const [, mark, info] = /^(`{3,}|~{3,})(.*)/.exec(line) ?? []
      if (mark === undefined) return
      if (fence === null) fence = mark
      else if (mark.startsWith(fence) && info?.trim() === '') fence = null
    },
  }
}
