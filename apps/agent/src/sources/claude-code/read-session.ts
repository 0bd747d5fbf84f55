import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { readLines } from '../../files/read-lines.ts'
import { createBadCounter } from '../shared/parse-json.ts'
import { fieldsOf, isObject, textOrNull, timeOrNull } from '../shared/values.ts'
import type { Place, ReadFigures, ReadOutcome } from '../source.ts'
import { assembleSession } from './assemble-session.ts'
import { type Location, locate } from './locate.ts'
import { recognise, type Verdict } from './recognise.ts'
import { createSessionBuilder } from './session-builder.ts'

/** Reads one session from its file, or from several that hold parts of it, oldest part first. */
export const readSession = async (
  places: readonly Place[],
  signal?: AbortSignal,
): Promise<ReadOutcome> => {
  const ordered = await oldestFirst(
    places.map(({ path }) => path),
    signal,
  )
  const first = ordered[0]
  if (first === undefined) return { status: 'skipped', reason: 'no file' }
  const place = locate(first)
  const builder = createSessionBuilder({ isSubagent: place.isSubagent })
  const figures: ReadFigures = {
    lines: 0,
    unknownRecords: {},
    files: [],
  }
  let verdict: Verdict = 'undecided'
  for (const path of ordered) {
    const reader = createRecordReader(path, builder, figures)
    verdict = await reader.run(verdict, signal)
    if (typeof verdict === 'object')
      return { status: 'skipped', reason: `is a file of ${verdict.other}, not of Claude Code` }
  }
  if (verdict === 'undecided')
    return { status: 'skipped', reason: 'holds nothing that Claude Code writes' }
  const built = builder.built()
  if (built.drafts.length === 0) return { status: 'skipped', reason: 'holds no message yet' }
  figures.unknownRecords = built.unknownRecords
  const stem = basename(first).replace(/\.jsonl$/i, '')
  const description = await subagentDescription(first, place)
  return {
    status: 'session',
    session: assembleSession(built, { ...place, stem, description }, figures),
  }
}

type Builder = ReturnType<typeof createSessionBuilder>

/** Reads one file into the builder. The verdict is kept from file to file: one sure sign is enough. */
const createRecordReader = (path: string, builder: Builder, figures: ReadFigures) => ({
  run: async (before: Verdict, signal?: AbortSignal): Promise<Verdict> => {
    let verdict = before
    const { bad: badLines, note: reportBad } = createBadCounter()
    const take = (record: object): void => {
      if (verdict === 'undecided') verdict = recognise(record)
      if (typeof verdict !== 'object') builder.add(record)
    }
    const onLine = (text: string, line: number): void => {
      if (typeof verdict === 'object' || text.trim() === '') return
      const record = parseRecord(text)
      if (record === null) reportBad(line)
      else take(record)
    }
    const { lines, offset, tail, tooLong } = await readLines(path, onLine, { signal })
    for (const line of tooLong) reportBad(line)
    // A whole record without its line end may be read now; the offset stays in front of it, for it may still grow.
    const last = tail === null ? null : parseRecord(tail)
    if (last !== null && typeof verdict !== 'object') take(last)
    figures.lines += lines + (last === null ? 0 : 1)
    figures.files.push({
      path,
      offset,
      hasUnfinishedTail: tail !== null && last === null,
      badLines,
    })
    return verdict
  },
})

/** Null for what is no record: broken JSON, or a bare value. */
const parseRecord = (text: string): object | null => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** Parts of one session in the order of their first time stamp, so that "file order" goes on from part to part. */
const oldestFirst = async (paths: readonly string[], signal?: AbortSignal): Promise<string[]> => {
  if (paths.length < 2) return [...paths]
  const times = new Map<string, string>()
  for (const path of paths) {
    let first: string | null = null
    const look = (text: string): void => {
      if (first !== null || text === '') return
      const record = parseRecord(text)
      if (typeof record === 'object')
        first = timeOrNull(fieldsOf<{ timestamp?: unknown }>(record).timestamp)
    }
    const { tail } = await readLines(path, look, { signal })
    if (tail !== null) look(tail)
    times.set(path, first ?? '')
  }
  const rank = (path: string): string => `${times.get(path)}\n${path}`
  return [...paths].sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
}

/** `agent-<id>.meta.json` beside a subagent's file says what it was asked to do. */
const subagentDescription = async (path: string, place: Location): Promise<string | null> => {
  if (!place.isSubagent) return null
  try {
    const meta: unknown = JSON.parse(
      await readFile(path.replace(/\.jsonl$/i, '.meta.json'), 'utf8'),
    )
    return textOrNull(fieldsOf<{ description?: unknown }>(meta).description, 500)
  } catch {
    // No such file, or not readable as JSON: the first message names the session then.
    return null
  }
}
