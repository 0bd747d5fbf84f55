import { recordsOfLine, recordsOfTail } from '../files/line-records.ts'
import { isPacked } from '../files/open-file.ts'
import { readLines } from '../files/read-lines.ts'
import type { FileRead } from '../source.ts'
import { createBadCounter } from './parse-json.ts'
import { createRecordReader } from './record-reader.ts'

type Take = (record: object) => boolean

/**
 * Hands on each record of a file of JSON lines. A whole record without its line end is read too; the offset stays in front
 * of it, for it may still grow. `take` says false when nothing further is wanted, such as from another tool's file.
 */
export const readRecords = async (
  path: string,
  take: Take,
  signal?: AbortSignal,
): Promise<FileRead> => {
  if (isPacked(path)) return readPacked(path, take, signal)
  const reader = createRecordReader(path, take)
  await reader.advance({ signal })
  return reader.read()
}

/** A packed file ends with a line end, and nobody goes on reading in it anywhere. */
const readPacked = async (path: string, take: Take, signal?: AbortSignal): Promise<FileRead> => {
  const { bad: badLines, note: reportBad } = createBadCounter()
  let isWanted = true
  let isDamaged = false
  const takeAll = (records: readonly object[]): void => {
    for (const record of records) if (isWanted) isWanted = take(record)
  }
  const onLine = (text: string, line: number): void => {
    if (!isWanted || text.trim() === '') return
    const { records, isDamaged: isLineDamaged } = recordsOfLine(text)
    if (isLineDamaged) reportBad(line)
    takeAll(records)
  }
  const onDamage = () => {
    isDamaged = true
  }
  const { lines, tail, tooLong } = await readLines(path, onLine, { signal, onDamage })
  for (const line of tooLong) reportBad(line)
  if (isDamaged) reportBad(lines + 1)
  const last = tail === null ? null : recordsOfTail(tail)
  takeAll(last ?? [])
  const hasUnfinishedTail = tail !== null && last === null
  return {
    lines: lines + (last === null ? 0 : 1),
    file: { path, offset: 0, hasUnfinishedTail, badLines },
  }
}
