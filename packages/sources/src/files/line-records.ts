import { parseRecord } from './parse-record.ts'
import { type Scan, scanObject } from './scan-object.ts'

export type LineRecords = {
  records: readonly object[]
  /** Something of the line is in none of them. */
  isDamaged: boolean
}

/**
 * The records of one line. Mostly that is one. A writer that was cut off, or two that did not wait for each other, leave the beginning
 * of one and a whole one behind it, or several whole ones: what is whole is read.
 */
export const recordsOfLine = (text: string): LineRecords => {
  const record = parseRecord(text)
  return record === null ? splicedRecords(text) : { records: [record], isDamaged: false }
}

/**
 * The same of a line that has no end yet. It is no line before all of it is whole: nobody can say of a beginning whether it was cut or is
 * still being written, and what stands in it may be a part of something larger.
 */
export const recordsOfTail = (text: string): readonly object[] | null => {
  const { records, isDamaged } = recordsOfLine(text)
  return isDamaged || records.length === 0 ? null : records
}

const splicedRecords = (text: string): LineRecords => {
  const records: object[] = []
  let at = nextBrace(text, 0)
  let isDamaged = text.slice(0, at).trim() !== ''
  while (at < text.length) {
    const scan = scanObject(text, at)
    const record = wholeRecord(text, at, scan)
    if (record === null) isDamaged = true
    const found = record ?? enclosedRecord(text, scan)
    if (found !== null) records.push(found)
    at = record === null ? resumeAt(text, at, scan) : nextBrace(text, scan.end ?? at)
  }
  return { records, isDamaged }
}

const nextBrace = (text: string, from: number): number => {
  const at = text.indexOf('{', from)
  return at === -1 ? text.length : at
}

/** Records stand side by side. What a comma or bracket follows is a part of one that was cut. */
const wholeRecord = (text: string, from: number, { end }: Scan): object | null =>
  end !== null && isBesideRecord(text, end) ? parseRecord(text.slice(from, end)) : null

const isBesideRecord = (text: string, end: number): boolean => {
  const next = /[^\s\0]/g
  next.lastIndex = end
  const found = next.exec(text)
  return found === null || found[0] === '{'
}

/**
 * Cut off behind a colon or bracket, a record takes the next one for its value. That is a record, and no value, where it has all keys
 * that the cut one had until then.
 */
const enclosedRecord = (text: string, { inner, failedAt, keys }: Scan): object | null => {
  if (inner === null || text.slice(inner.to, failedAt).trim() !== '') return null
  if (!isBesideRecord(text, inner.to)) return null
  const own = new Set(scanObject(text, inner.from).keys)
  return keys.every((key) => own.has(key)) ? parseRecord(text.slice(inner.from, inner.to)) : null
}

/** Where a text stops making sense another record began: with the last brace before, or else with the next one. */
const resumeAt = (text: string, from: number, { end, failedAt }: Scan): number => {
  if (end !== null || failedAt >= text.length) return nextBrace(text, end ?? text.length)
  const before = text.lastIndexOf('{', failedAt)
  return before > from ? before : nextBrace(text, failedAt + 1)
}
