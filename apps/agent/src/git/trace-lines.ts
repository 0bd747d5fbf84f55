import { createHash } from 'node:crypto'
import { type FileDiff, readDiffs } from './read-diffs.ts'

export type AddedLine = { path: string; line: number; text: string; print: string | null }

const printOf = (text: string): string | null =>
  text.trim() === '' ? null : createHash('sha256').update(text.trim()).digest('hex').slice(0, 16)

const linesOf = ({ path, added, stretches }: FileDiff): AddedLine[] => {
  const numbers = stretches.flatMap(({ from, lines }) =>
    Array.from({ length: lines }, (_, n) => from + n),
  )
  return added.flatMap((text, n) => {
    const line = numbers[n]
    return line === undefined ? [] : [{ path, line, text, print: printOf(text) }]
  })
}

/** The lines that commits added, with their numbers in that revision. */
export async function* addedLines(
  root: string,
  shas: readonly string[],
  isLeftOut: (path: string) => boolean,
): AsyncGenerator<{ sha: string; lines: AddedLine[] }> {
  if (shas.length === 0) return
  for await (const { sha, files } of readDiffs(root, shas))
    yield { sha, lines: files.filter(({ path }) => !isLeftOut(path)).flatMap(linesOf) }
}

/** Line numbers by file. */
export const numbersByFile = (lines: readonly AddedLine[]): Map<string, Set<number>> => {
  const found = new Map<string, Set<number>>()
  for (const { path, line } of lines) {
    const known = found.get(path)
    if (known === undefined) found.set(path, new Set([line]))
    else known.add(line)
  }
  return found
}
