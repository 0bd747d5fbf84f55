import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jsonl, said, text, typed } from '@teamlore/sources/claude-code/testing/records'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportBench, importBench } from './testing/import-bench.ts'

let bench: ImportBench
beforeEach(async () => {
  bench = await importBench()
})
afterEach(() => bench.close())

const sessionIn = (name: string, digit: number): string => {
  const folder = join(bench.files.path, name)
  mkdirSync(folder, { recursive: true })
  const records = [
    typed(`u${digit}`, null, `question ${digit}`),
    said(`a${digit}`, `u${digit}`, { id: `m${digit}`, block: text('an answer') }),
  ]
  const id = '11111111-aaaa-4aaa-8aaa-111111111111'.replaceAll('1', String(digit))
  writeFileSync(join(folder, `${id}.jsonl`), jsonl(records))
  return folder
}

test('an import of several paths reads all of them, and what two of them hold once', async () => {
  const [first, second, third] = [sessionIn('one', 1), sessionIn('two', 2), sessionIn('three', 3)]
  const report = await bench.run({ path: [first, second, second, join(first, '..', 'one')] })
  expect(report).toMatchObject({ files: 2, sent: { sessions: 2 }, failed: [] })
  const rest = await bench.run({ path: [third, bench.files.path] })
  expect(rest).toMatchObject({ files: 3, sent: { sessions: 1 }, failed: [] })
})
