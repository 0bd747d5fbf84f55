import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createLineSplitter, readLines } from './read-lines.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const split = (chunks: readonly Uint8Array[], maxLineBytes = 1_000) => {
  const seen: [number, string][] = []
  const splitter = createLineSplitter((text, line) => seen.push([line, text]), maxLineBytes)
  for (const chunk of chunks) splitter.push(Buffer.from(chunk))
  return { seen, ...splitter.end() }
}

describe('reading lines', () => {
  test('line ends of both kinds and a byte order mark are not part of a line', () => {
    const { seen, lines, tail } = split([Buffer.from('\ufeffa\r\n\nb\nc')])
    expect(seen).toEqual([
      [1, 'a'],
      [2, ''],
      [3, 'b'],
    ])
    expect({ lines, tail }).toEqual({ lines: 3, tail: 'c' })
  })

  test('the offset stays behind the last line end, in bytes', () => {
    expect(split([Buffer.from('é\n日本\nhalf')]).offset).toBe(3 + 7)
  })

  test('a line above the limit is passed over and named, the next one is read', () => {
    const { seen, tooLong, offset } = split([Buffer.from(`${'x'.repeat(30)}\nshort\n`)], 20)
    expect(seen).toEqual([[2, 'short']])
    expect(tooLong).toEqual([1])
    expect(offset).toBe(37)
  })

  test('a line above the limit is not kept in memory while it is being read', () => {
    const chunk = Buffer.alloc(1 << 20, 'x')
    const before = process.memoryUsage().arrayBuffers
    const splitter = createLineSplitter(() => undefined, 1 << 20)
    for (let i = 0; i < 64; i++) splitter.push(chunk)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 << 20)
    expect(splitter.end().tail).toBeNull()
  })

  test('a file is read as its bytes would be', async () => {
    const path = folder.write('a.jsonl', `${'ab\n'.repeat(1_000_000)}end`)
    let count = 0
    const read = await readLines(path, () => count++)
    expect({ count, ...read }).toEqual({
      count: 1_000_000,
      lines: 1_000_000,
      offset: 3_000_000,
      tail: 'end',
      tooLong: [],
    })
    writeFileSync(path, '')
    expect(await readLines(path, () => count++)).toMatchObject({ lines: 0, offset: 0, tail: null })
  })

  test('whatever portions the bytes come in, the lines are the same', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc
        .string({ unit: fc.constantFrom('a', '\n', '\r', 'é', '🚀', '{') })
        .map((text) => Buffer.from(text)),
    )
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(60)), (whole, cuts) => {
        const at = [0, ...cuts.filter((cut) => cut <= whole.length), whole.length].sort(
          (a, b) => a - b,
        )
        const chunks = at.slice(1).map((end, i) => whole.subarray(at[i], end))
        expect(split(chunks, 20)).toEqual(split([whole], 20))
      }),
    )
  })
})
