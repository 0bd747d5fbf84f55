import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { withBuffer } from '../files/borrowed-buffer.ts'
import { recordsOfLine, recordsOfTail } from '../files/line-records.ts'
import { createLineSplitter, type LinesRead, MAX_LINE_BYTES } from '../files/read-lines.ts'
import type { FileRead } from '../source.ts'
import { StartOverError } from '../turns/start-over.ts'
import { createBadCounter } from './parse-json.ts'

/** How the file was when it was last read: used to see whether it only grew since. */
type Seen = Pick<Stats, 'dev' | 'ino' | 'mtimeMs'> & {
  /** Bytes looked at, what stands behind the last line end included. */
  end: number
  /** Hashes of the first bytes, and of the last ones before the offset. */
  head: string
  last: string
}

type Advance = { limit?: number; upTo?: number; signal?: AbortSignal | undefined }
const ALL = Number.POSITIVE_INFINITY

/** So many bytes at the beginning, and before the place where reading goes on, must be what they were. */
const PROBE_BYTES = 4096
const CHUNK_BYTES = 1 << 20

/**
 * Hands on each record of a file of JSON lines, of a line that holds several each of them, and goes on where it stopped when it is asked again. A whole record without
 * its line end is handed on too; the offset stays in front of it.
 */
export const createRecordReader = (path: string, take: (record: object) => boolean) => {
  const lines = createLineTaker(take)
  let offset = 0
  let seen: Seen | undefined

  /** Reads from the offset to `end` at most, and at least to the next line end; returns where it stopped. */
  const readOn = async (file: FileHandle, { end, limit, signal }: Range): Promise<number> => {
    const splitter = createLineSplitter(lines.line, MAX_LINE_BYTES)
    const size = Math.min(CHUNK_BYTES, limit, end - offset)
    let at = offset
    const readParts = async (buffer: Buffer): Promise<void> => {
      while (at < end && lines.areWanted() && (at - offset < limit || splitter.lines() === 0)) {
        signal?.throwIfAborted()
        const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - at), at)
        if (bytesRead === 0) break
        splitter.push(buffer.subarray(0, bytesRead))
        at += bytesRead
      }
    }
    await withBuffer(Math.max(1, size), readParts)
    const read = splitter.end()
    lines.end(read, at >= end)
    offset += read.offset
    return at
  }

  return {
    /**
     * Reads what the file holds by now, or about `limit` bytes more of it, and nothing behind `upTo`; true when there is more.
     *
     * @throws StartOverError when the file is no continuation of what was read of it.
     */
    advance: async ({ limit = ALL, upTo = ALL, signal }: Advance): Promise<boolean> => {
      signal?.throwIfAborted()
      const file = await open(path, 'r')
      try {
        const now = await file.stat()
        if (seen !== undefined && !(await isContinued(file, { seen, now, offset })))
          throw new StartOverError()
        const end = Math.min(now.size, upTo)
        const at = await readOn(file, { end, limit, signal })
        const { dev, ino, mtimeMs } = now
        seen = { dev, ino, mtimeMs, end: at, ...(await probesOf(file, offset)) }
        return lines.areWanted() && at < end
      } finally {
        await file.close()
      }
    },
    /** Bytes looked at so far. */
    end: (): number => seen?.end ?? 0,
    read: (): FileRead => ({
      lines: lines.count(),
      file: { path, offset, ...lines.figures() },
    }),
  }
}

type Range = { end: number; limit: number; signal: AbortSignal | undefined }

/** Makes records of lines. Each portion of a file begins to count at 1. */
const createLineTaker = (take: (record: object) => boolean) => {
  const { bad, note: reportBad } = createBadCounter()
  let before = 0
  /** A record that was handed on without its line end. */
  let tail: string | null = null
  let hasUnfinishedTail = false
  let isWanted = true

  const takeAll = (records: readonly object[]): void => {
    for (const record of records) if (isWanted) isWanted = take(record)
  }

  const takeTail = (text: string | null): void => {
    if (tail !== null && text !== tail) throw new StartOverError()
    const found = text === null || tail !== null ? null : recordsOfTail(text)
    if (found !== null) {
      tail = text
      takeAll(found)
    }
    hasUnfinishedTail = text !== null && tail === null
  }

  return {
    areWanted: (): boolean => isWanted,
    line: (text: string, line: number): void => {
      if (tail !== null) {
        // It was handed on before its end was there; if it became something else, that was too early.
        if (text !== tail) throw new StartOverError()
        tail = null
        return
      }
      if (!isWanted || text.trim() === '') return
      const { records, isDamaged } = recordsOfLine(text)
      if (isDamaged) reportBad(before + line)
      takeAll(records)
    },
    end: ({ lines, tooLong, tail: rest }: LinesRead, isEndOfFile: boolean): void => {
      for (const line of tooLong) reportBad(before + line)
      before += lines
      if (isEndOfFile) takeTail(rest)
    },
    count: (): number => before + (tail === null ? 0 : 1),
    figures: () => ({ hasUnfinishedTail, badLines: { ...bad } }),
  }
}

type Look = { seen: Seen; now: Stats; offset: number }

const isContinued = async (file: FileHandle, { seen, now, offset }: Look): Promise<boolean> => {
  if (now.dev !== seen.dev || now.ino !== seen.ino || now.size < seen.end) return false
  // Written to, yet no longer: something in it was changed.
  if (now.size === seen.end && now.mtimeMs !== seen.mtimeMs) return false
  const { head, last } = await probesOf(file, offset)
  return head === seen.head && last === seen.last
}

const probesOf = async (file: FileHandle, offset: number): Promise<Pick<Seen, 'head' | 'last'>> => {
  const size = Math.min(PROBE_BYTES, offset)
  return { head: await hashAt(file, 0, size), last: await hashAt(file, offset - size, size) }
}

const hashAt = (file: FileHandle, from: number, size: number): Promise<string> =>
  withBuffer(size, async (buffer) => {
    const { bytesRead } = await file.read(buffer, 0, size, from)
    return createHash('sha256').update(buffer.subarray(0, bytesRead)).digest('base64')
  })
