import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { recordsOfLine } from '../files/line-records.ts'
import { readLines } from '../files/read-lines.ts'
import { readRecords } from '../shared/read-records.ts'
import { fieldsOf, textOrNull, timeOrNull } from '../shared/values.ts'
import type { OpenSession, Place, ReadFigures, ReadOutcome } from '../source.ts'
import type { KeptTurns } from '../turns/kept-turns.ts'
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
  const [first] = ordered
  if (first === undefined) return { status: 'skipped', reason: 'no file' }
  const reading = createReading(first)
  const figures: ReadFigures = { lines: 0, unknownRecords: {}, files: [] }
  for (const path of ordered) {
    const { lines, file } = await readRecords(path, reading.take, signal)
    figures.lines += lines
    figures.files.push(file)
    if (reading.isForeign()) break
  }
  return reading.outcome(figures)
}

export const openSession = async ({ path }: Place): Promise<OpenSession> => {
  const reading = createReading(path)
  return {
    take: reading.take,
    outcome: ({ lines, file }, kept) =>
      reading.outcome({ lines, unknownRecords: {}, files: [file] }, kept),
    letGo: reading.letGo,
  }
}

/** A session whose place says what `first` does. One sure sign of whose a file is, is enough for all its files. */
const createReading = (first: string) => {
  const place = locate(first)
  const builder = createSessionBuilder({ isSubagent: place.isSubagent })
  let verdict: Verdict = 'undecided'
  const isForeign = (): boolean => typeof verdict === 'object'
  return {
    isForeign,
    take: (record: object): boolean => {
      if (verdict === 'undecided') verdict = recognise(record)
      if (!isForeign()) builder.add(record)
      return !isForeign()
    },
    letGo: builder.letGo,
    outcome: async (figures: ReadFigures, kept?: KeptTurns): Promise<ReadOutcome> => {
      if (typeof verdict === 'object') {
        const reason = `is a file of ${verdict.other}, not of Claude Code`
        return { status: 'skipped', reason, isForeign: true }
      }
      if (verdict === 'undecided')
        return { status: 'skipped', reason: 'holds nothing that Claude Code writes' }
      const built = builder.built()
      if (built.drafts.length === 0) return { status: 'skipped', reason: 'holds no message yet' }
      const stem = basename(first).replace(/\.jsonl$/i, '')
      const description = await subagentDescription(first, place)
      const session = assembleSession(built, {
        place: { ...place, stem, description },
        figures: { ...figures, unknownRecords: built.unknownRecords },
        kept,
      })
      return { status: 'session', session }
    },
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
      for (const record of recordsOfLine(text).records)
        first ??= timeOrNull(fieldsOf<{ timestamp?: unknown }>(record).timestamp)
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
