import { isPacked } from '../../files/open-file.ts'
import { readLines } from '../../files/read-lines.ts'
import type { ReadFigures } from '../source.ts'
import { createBadCounter } from './parse-json.ts'
import { isObject } from './values.ts'

type ReadFile = ReadFigures['files'][number]

/**
 * Hands on each record of a file of JSON lines. A whole record without its line end is read too; the offset stays in front
 * of it, for it may still grow. `take` says false when nothing further is wanted, such as from another tool's file.
 */
export const readRecords = async (
  path: string,
  take: (record: object) => boolean,
  signal?: AbortSignal,
): Promise<{ lines: number; file: ReadFile }> => {
  const { bad: badLines, note: reportBad } = createBadCounter()
  let isWanted = true
  const onLine = (text: string, line: number): void => {
    if (!isWanted || text.trim() === '') return
    const record = parseRecord(text)
    if (record === null) reportBad(line)
    else isWanted = take(record)
  }
  let isDamaged = false
  const onDamage = () => {
    isDamaged = true
  }
  const { lines, offset, tail, tooLong } = await readLines(path, onLine, { signal, onDamage })
  for (const line of tooLong) reportBad(line)
  if (isDamaged) reportBad(lines + 1)
  const last = tail === null ? null : parseRecord(tail)
  if (last !== null && isWanted) take(last)
  return {
    lines: lines + (last === null ? 0 : 1),
    // In a packed file nobody goes on reading anywhere.
    file: {
      path,
      offset: isPacked(path) ? 0 : offset,
      hasUnfinishedTail: tail !== null && last === null,
      badLines,
    },
  }
}

/** Null for what is no record: broken JSON, or a bare value. */
const parseRecord = (text: string): object | null => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
