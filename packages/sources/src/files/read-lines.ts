import { openFile } from './open-file.ts'

export type LinesRead = {
  /** Lines ended by a newline, blank ones included. */
  lines: number
  /** Bytes up to the last newline: where the next reading may go on. */
  offset: number
  /** What stands behind the last newline; null when it is empty or longer than a line may be. */
  tail: string | null
  /** Lines above the limit, counted from 1; they were not handed on. */
  tooLong: number[]
}

export const MAX_LINE_BYTES = 64 * 1024 * 1024

const NEWLINE = 10

/**
 * Hands on each line of a file without its line end. Memory holds one line and one chunk at a time; a line above the
 * limit is passed over and reported. A half-written character at the end stays in the tail.
 */
export const readLines = async (
  path: string,
  onLine: (text: string, line: number) => void,
  options: {
    signal?: AbortSignal | undefined
    maxLineBytes?: number
    /** As in `openFile`. */
    onDamage?: () => void
  } = {},
): Promise<LinesRead> => {
  const splitter = createLineSplitter(onLine, options.maxLineBytes ?? MAX_LINE_BYTES)
  for await (const chunk of openFile(path, options)) splitter.push(chunk)
  return splitter.end()
}

/** The same for bytes that arrive in any portions. */
export const createLineSplitter = (
  onLine: (text: string, line: number) => void,
  maxLineBytes: number,
): { push: (chunk: Buffer) => void; lines: () => number; end: () => LinesRead } => {
  let pending: Buffer[] = []
  let pendingBytes = 0
  let isTooLong = false
  let lines = 0
  let offset = 0
  const tooLong: number[] = []

  const keep = (bytes: Buffer): void => {
    pendingBytes += bytes.length
    if (pendingBytes > maxLineBytes) {
      isTooLong = true
      pending = []
    }
    // Copied: a stream may hand out slices of one large pool.
    if (!isTooLong && bytes.length > 0) pending.push(Buffer.from(bytes))
  }

  const finish = (bytes: Buffer): void => {
    lines++
    offset += pendingBytes + bytes.length + 1
    if (isTooLong || pendingBytes + bytes.length > maxLineBytes) tooLong.push(lines)
    else onLine(lineText(pending, bytes), lines)
    pending = []
    pendingBytes = 0
    isTooLong = false
  }

  return {
    push: (chunk) => {
      let from = 0
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        finish(chunk.subarray(from, at))
        from = at + 1
      }
      keep(chunk.subarray(from))
    },
    /** Lines that ended so far. */
    lines: () => lines,
    end: () => {
      const tail = isTooLong || pendingBytes === 0 ? null : lineText(pending, Buffer.alloc(0))
      return { lines, offset, tail, tooLong }
    },
  }
}

const lineText = (pending: Buffer[], last: Buffer): string => {
  const bytes = pending.length === 0 ? last : Buffer.concat([...pending, last])
  const end = bytes.at(-1) === 13 ? bytes.length - 1 : bytes.length
  const text = bytes.toString('utf8', 0, end)
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}
