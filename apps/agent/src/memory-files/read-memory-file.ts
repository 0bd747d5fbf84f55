import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Redactor } from '@teamlore/redaction'
import { MEMORY_FILE_LIMITS } from '@teamlore/shared'

/** Bytes looked at of one file. */
const MAX_BYTES = 2_000_000

/** What of a file may leave the machine; null when it is no text. */
export type ReadMemoryFile = { text: string; isCut: boolean; redactions: number } | null

/**
 * Reads a file whose links were followed already, and takes secrets out of it. Bytes that are no UTF-8 become U+FFFD. What
 * is longer than the limit is cut at its end, never within a secret or a `<private>` block.
 */
export const readMemoryFile = async (
  path: string,
  redactor: Redactor,
  maxChars: number = MEMORY_FILE_LIMITS.maxChars,
): Promise<ReadMemoryFile> => {
  const { bytes, isWhole } = await headOf(path)
  const decoded = decode(bytes)
  if (decoded === undefined) return null
  const whole = isWhole ? decoded : beforeOpenBlock(withoutLastLine(decoded))
  const { text, count } = redactor.redact(whole)
  const isCut = !isWhole || text.length > maxChars
  return { text: text.slice(0, cutAt(text, maxChars)), isCut, redactions: count }
}

const headOf = async (path: string): Promise<{ bytes: Buffer; isWhole: boolean }> => {
  // Somebody may have put a link or a pipe in its place since it was looked at.
  const noFollow = constants.O_NOFOLLOW ?? 0
  const noWait = constants.O_NONBLOCK ?? 0
  const file = await open(path, constants.O_RDONLY | noFollow | noWait)
  try {
    const buffer = Buffer.alloc(MAX_BYTES + 1)
    let length = 0
    while (length < buffer.length) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, null)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return { bytes: buffer.subarray(0, Math.min(length, MAX_BYTES)), isWhole: length <= MAX_BYTES }
  } finally {
    await file.close()
  }
}

/** Undefined for what is no text. Editors on Windows write UTF-16, with a mark at its beginning. */
const decode = (bytes: Buffer): string | undefined => {
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe' || mark === 'feff')
    return new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be').decode(bytes)
  return bytes.includes(0) ? undefined : new TextDecoder('utf-8').decode(bytes)
}

/** What was read may end within a secret. */
const withoutLastLine = (text: string): string => {
  const end = text.lastIndexOf('\n')
  return end === -1 ? '' : text.slice(0, end + 1)
}

/** What was read may end within a private block, which then looks like a mere mention of the tag. */
const beforeOpenBlock = (text: string): string => {
  const open: number[] = []
  for (const { 0: tag, index } of text.matchAll(/<\/?private>/gi)) {
    if (tag.startsWith('</')) open.pop()
    else open.push(index)
  }
  return open[0] === undefined ? text : text.slice(0, open[0])
}

/** Not between the halves of a character. */
const cutAt = (text: string, max: number): number => {
  const last = text.charCodeAt(max - 1)
  return text.length > max && last >= 0xd800 && last <= 0xdbff ? max - 1 : max
}
