import { createWriteStream } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import {
  type TranscriptFile,
  transcriptDamagedGzip,
  transcriptIsArchive,
  transcriptTooLarge,
} from '@teamlore/core'
import { sizeOf } from '@teamlore/shared'
import { safeFileName } from './file-name.ts'

type Options = { folder: string; maxBytes: number; signal?: AbortSignal | undefined }

/**
 * Writes what somebody sends into `folder`, unpacked where it is packed with gzip. Neither the packed nor the unpacked form
 * may be larger than `maxBytes`; what goes beyond is never written.
 */
export const receiveFile = async (
  { content, name, modifiedAt }: TranscriptFile,
  { folder, maxBytes, signal }: Options,
): Promise<string> => {
  const { head, whole } = await peek(content)
  if (isArchive(head)) throw transcriptIsArchive()
  const isPacked = head[0] === 0x1f && head[1] === 0x8b
  const path = join(folder, safeFileName(isPacked ? name.replace(/\.gz$/i, '') : name))
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  const within = limitOf(maxBytes)
  const options = signal === undefined ? {} : { signal }
  try {
    if (isPacked) await pipeline(whole, within, createGunzip(), within, file, options)
    else await pipeline(whole, within, file, options)
  } catch (error) {
    throw isGzipError(error) ? transcriptDamagedGzip({ cause: error }) : error
  }
  if (modifiedAt !== undefined) await utimes(path, modifiedAt, modifiedAt)
  return path
}

/** Enough to know any archive by. */
const HEAD_BYTES = 512

type Bytes = AsyncIterable<Uint8Array>

const peek = async (content: Bytes): Promise<{ head: Buffer; whole: Bytes }> => {
  const rest = content[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let length = 0
  while (length < HEAD_BYTES) {
    const next = await rest.next()
    if (next.done === true) break
    first.push(next.value)
    length += next.value.length
  }
  async function* again() {
    try {
      yield* first
      for (let next = await rest.next(); next.done !== true; next = await rest.next())
        yield next.value
    } finally {
      await rest.return?.()
    }
  }
  return { head: Buffer.concat(first), whole: again() }
}

/** By how they begin: zip, 7z, xz, bzip2, rar, tar. */
const ARCHIVES = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0xfd, 0x37, 0x7a, 0x58],
  [0x42, 0x5a, 0x68],
  [0x52, 0x61, 0x72, 0x21],
]

const isArchive = (head: Buffer): boolean =>
  ARCHIVES.some((magic) => magic.every((byte, at) => head[at] === byte)) ||
  head.subarray(257, 262).toString('latin1') === 'ustar'

const limitOf = (maxBytes: number) =>
  async function* (source: Bytes): AsyncGenerator<Uint8Array> {
    let bytes = 0
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > maxBytes)
        throw transcriptTooLarge({
          message: `This file is larger than the ${sizeOf(maxBytes)} this server takes. Use \`lore import --path FILE\` on your machine.`,
          details: { limit_bytes: maxBytes },
        })
      yield chunk
    }
  }

const isGzipError = (error: unknown): boolean =>
  String((error as NodeJS.ErrnoException | undefined)?.code).startsWith('Z_')
