import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { transcriptReaderMissing } from '@teamlore/core'
import { INGEST_LIMITS, type TranscriptRecord } from '@teamlore/shared'
import { afterEach, describe, expect, test } from 'vitest'
import { transcript } from '../../testing/transcript.ts'
import { openLineReader, printedFor } from '../../testing/transcript-reader.ts'
import type { TranscriptReaderOptions } from './create-reader.ts'
import { safeFileName } from './file-name.ts'

const opened: (() => void)[] = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
})

const setUp = async (options: Partial<TranscriptReaderOptions> = {}) => {
  const { read, workRoot, remove } = await openLineReader(options)
  opened.push(remove)
  const bytesOf = (content: string | Uint8Array) =>
    (async function* () {
      yield typeof content === 'string' ? Buffer.from(content) : content
    })()
  return {
    workRoot,
    left: () => readdirSync(workRoot),
    /** What is read out of a file, and whether its folder went away. */
    read: async (content: string | Uint8Array, name = 'a.jsonl', signal?: AbortSignal) => {
      const file = { content: bytesOf(content), name, modifiedAt: undefined }
      const { records, close } = await read(file, signal)
      try {
        const all: TranscriptRecord[] = []
        for await (const record of records) all.push(record)
        return all
      } finally {
        await close()
      }
    },
  }
}

const codeIs = (code: string) => expect.objectContaining({ code })

describe('reading a file that somebody hands in', () => {
  test('yields its sessions, also when it comes packed, and leaves nothing behind', async () => {
    const { read, left } = await setUp()
    const text = printedFor([transcript({ title: 'a line end \u2028 that is none' })])
    const plain = await read(text)
    expect(plain.map(({ type }) => type)).toEqual(['session', 'end'])
    expect(await read(gzipSync(text), 'a.jsonl.gz')).toEqual(plain)
    expect(left()).toEqual([])
  })

  test('happens where nothing of this server can be reached', async () => {
    const { read } = await setUp()
    const [record] = await read('PRY')
    const found = JSON.parse(record?.type === 'skipped' ? record.reason : '')
    expect(found).toEqual({
      environment: expect.not.arrayContaining(['PATH', 'DATABASE_URL', 'TEST_DATABASE_URL']),
      read: 'ERR_ACCESS_DENIED',
      write: 'ERR_ACCESS_DENIED',
      run: 'ERR_ACCESS_DENIED',
      own: true,
    })
    expect(found.environment.toSorted()).toEqual([
      'HOME',
      'TEMP',
      'TMP',
      'TMPDIR',
      'TZ',
      'USERPROFILE',
    ])
  })

  test('ends with a sentence when the reader hangs, eats all memory, breaks or babbles', async () => {
    const { read, left } = await setUp({
      limits: { timeMs: 4_000, memoryMb: 24, outputBytes: 100_000 },
    })
    await expect(read('HANG')).rejects.toEqual(codeIs('transcript.too_much'))
    await expect(read('EAT')).rejects.toEqual(codeIs('transcript.too_much'))
    await expect(read('BABBLE')).rejects.toEqual(codeIs('transcript.too_much'))
    for (const deed of ['CRASH', 'LIE', 'STOP'])
      await expect(read(deed), deed).rejects.toEqual(codeIs('transcript.reader_broke'))
    expect(left()).toEqual([])
  })

  test('ends at once when nobody waits for it any more', async () => {
    const { read, left } = await setUp()
    const gone = new AbortController()
    const reading = read('HANG', 'a.jsonl', gone.signal)
    setTimeout(() => gone.abort(), 200)
    await expect(reading).rejects.toThrow(/abort/i)
    expect(left()).toEqual([])
  })

  test('refuses what is too large, packed or unpacked, without writing it', async () => {
    const { read, left } = await setUp({ maxBytes: 100_000 })
    await expect(read('x'.repeat(100_001))).rejects.toEqual(codeIs('transcript.too_large'))
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    expect(bomb.length).toBeLessThan(100_000)
    await expect(read(bomb, 'a.gz')).rejects.toEqual(codeIs('transcript.too_large'))
    expect(left()).toEqual([])
  })

  test('refuses archives, and gzip that is damaged', async () => {
    const { read } = await setUp()
    await expect(read('PK\u0003\u0004whatever')).rejects.toEqual(codeIs('transcript.is_archive'))
    const tar = Buffer.alloc(1024)
    tar.write('ustar', 257)
    await expect(read(tar)).rejects.toEqual(codeIs('transcript.is_archive'))
    const packed = gzipSync(printedFor([transcript()]))
    for (const damaged of [
      packed.subarray(0, packed.length - 20),
      Buffer.concat([packed.subarray(0, 40), packed]),
    ])
      await expect(read(damaged)).rejects.toEqual(codeIs('transcript.damaged_gzip'))
  })

  test('does not trust a line of any length', async () => {
    const { read } = await setUp({ maxBytes: INGEST_LIMITS.maxBytes * 2 })
    await expect(read('x'.repeat(INGEST_LIMITS.maxBytes + 10))).rejects.toEqual(
      codeIs('transcript.reader_broke'),
    )
  })

  test('says so where the reader was never built', async () => {
    const warnings: string[] = []
    const { read } = await setUp({
      reader: '/nowhere/read-transcript.mjs',
      log: { warn: (_details, message) => warnings.push(message) },
    })
    await expect(read('x')).rejects.toThrow(transcriptReaderMissing().message)
    expect(warnings).toEqual([expect.stringContaining('npm run build')])
  })

  test('removes at the start what a process that was killed has left', async () => {
    const { workRoot } = await setUp()
    const gone = 2 ** 30
    for (const name of [`${gone}-abc`, `${process.pid}-old`, 'odd', `${process.ppid}-living`]) {
      mkdirSync(join(workRoot, name))
      writeFileSync(join(workRoot, name, 'a.jsonl'), 'x')
    }
    const { remove } = await openLineReader({ workRoot })
    opened.push(remove)
    expect(readdirSync(workRoot)).toEqual([`${process.ppid}-living`])
  })
})

describe('the name of a file', () => {
  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ann\\a.jsonl', 'a.jsonl'],
    ['a\u0000b\n.jsonl', 'a_b_.jsonl'],
    ['..', 'transcript'],
    ['/', 'transcript'],
    ['chats/', 'transcript'],
    ['.aider.chat.history.md', '.aider.chat.history.md'],
    [
      `${'x'.repeat(300)}-019ca1ce-3ae2-7686-a41e-ccc078837f8a.jsonl`,
      expect.stringMatching(/^x+-019ca1ce-3ae2-7686-a41e-ccc078837f8a\.jsonl$/),
    ],
    ['日本語'.repeat(100), expect.stringMatching(/^.{60}$/u)],
  ])('%j is kept as %j', (said, kept) => {
    expect(safeFileName(said)).toEqual(kept)
  })
})
