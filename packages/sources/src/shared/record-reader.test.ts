import { appendFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { StartOverError } from '../turns/start-over.ts'
import { createRecordReader } from './record-reader.ts'

let folder: ReturnType<typeof temporaryFolder>
let path = ''
beforeEach(() => {
  folder = temporaryFolder()
  path = folder.write('s.jsonl', '')
})
afterEach(() => folder.remove())

const reading = () => {
  const taken: unknown[] = []
  const reader = createRecordReader(path, (record) => taken.push(record) > 0)
  return { taken, ...reader }
}

const lines = (...numbers: number[]): string => numbers.map((n) => `{"n":${n}}\n`).join('')

describe('reading on', () => {
  test('hands on what was added, once', async () => {
    const { taken, advance, read } = reading()
    for (const n of [1, 2, 3]) {
      appendFileSync(path, lines(n))
      await advance({})
    }
    expect(taken).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
    expect(read()).toMatchObject({ lines: 3, file: { offset: 24, hasUnfinishedTail: false } })
  })

  test('waits for the rest of a line, also within a character and before a line feed', async () => {
    const { taken, advance, read } = reading()
    const bytes = Buffer.from('{"n":"€"}\r\n{"n":2}\r\n')
    for (const byte of bytes) {
      appendFileSync(path, Buffer.from([byte]))
      await advance({})
    }
    expect(taken).toEqual([{ n: '€' }, { n: 2 }])
    expect(read()).toMatchObject({
      lines: 2,
      file: { offset: bytes.length, badLines: { count: 0 } },
    })
  })

  test('a bad line is counted where it stands in the file', async () => {
    const { advance, read } = reading()
    appendFileSync(path, lines(1, 2))
    await advance({})
    appendFileSync(path, `${lines(3)}broken\n`)
    await advance({})
    expect(read().file.badLines).toEqual({ count: 1, first: 4 })
  })

  test('stops at a limit and goes on there', async () => {
    appendFileSync(path, lines(1, 2, 3, 4, 5))
    const { taken, advance } = reading()
    expect(await advance({ limit: 10 })).toBe(true)
    const first = taken.length
    expect(first).toBeLessThan(5)
    while (await advance({ limit: 10 }));
    expect(taken).toEqual([1, 2, 3, 4, 5].map((n) => ({ n })))
  })

  const changes: [what: string, change: () => void][] = [
    ['became shorter', () => truncateSync(path, 8)],
    [
      'is another one under the same name',
      () => {
        writeFileSync(`${path}.new`, lines(1, 2, 3, 4))
        rmSync(path)
        folder.write('s.jsonl', lines(7, 8, 9, 1))
      },
    ],
    ['was written again in its place', () => writeFileSync(path, lines(1, 9, 3, 4))],
    ['was changed and is as long as it was', () => writeFileSync(path, lines(1, 2, 4))],
    ['was begun again and has become longer', () => writeFileSync(path, lines(5, 6, 7, 8))],
  ]
  test.each(changes)('a file that %s is begun again', async (_, change) => {
    appendFileSync(path, lines(1, 2, 3))
    const { advance } = reading()
    await advance({})
    await new Promise((resolve) => setTimeout(resolve, 20))
    change()
    await expect(advance({})).rejects.toThrow(StartOverError)
  })

  test('a record without its line end that became another one begins the file again', async () => {
    appendFileSync(path, '{"n":1}')
    const { taken, advance } = reading()
    await advance({})
    expect(taken).toEqual([{ n: 1 }])
    appendFileSync(path, '  {"n":2}\n')
    await expect(advance({})).rejects.toThrow(StartOverError)
  })
})
