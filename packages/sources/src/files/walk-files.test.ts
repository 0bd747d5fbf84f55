import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { walkFiles } from './walk-files.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const walked = async (root = folder.path) => {
  const found: string[] = []
  for await (const one of walkFiles(root, (name) => name.endsWith('.jsonl')))
    found.push(relative(folder.path, one.path) + ('problem' in one ? ` (${one.problem})` : ''))
  return found
}

describe('walking a folder', () => {
  test('finds fitting files in the order of their names, at any depth', async () => {
    folder.write('b/2.jsonl', '')
    folder.write('b/1.jsonl', '')
    folder.write('a/deep/er/3.jsonl', '')
    folder.write('c.txt', '')
    expect(await walked()).toEqual(['a/deep/er/3.jsonl', 'b/1.jsonl', 'b/2.jsonl'])
  })

  test('links that lead round in circles end, and nothing is found twice', async () => {
    folder.write('a/1.jsonl', '')
    symlinkSync('..', join(folder.path, 'a', 'up'))
    symlinkSync('a', join(folder.path, 'again'))
    symlinkSync(join(folder.path, 'a', '1.jsonl'), join(folder.path, 'z.jsonl'))
    expect(await walked()).toEqual(['a/1.jsonl'])
  })

  test('a link that leads nowhere is reported', async () => {
    symlinkSync('gone.jsonl', join(folder.path, 'x.jsonl'))
    expect(await walked()).toEqual(['x.jsonl (is a link that leads nowhere)'])
  })

  test.runIf(process.platform === 'linux')(
    'a name that is not UTF-8 is reported; one with the mark for that in it is a name',
    async () => {
      const named = (...bytes: (string | number)[]) =>
        Buffer.concat([
          Buffer.from(`${folder.path}/`),
          ...bytes.map((part) => Buffer.from(typeof part === 'string' ? part : [part])),
        ])
      writeFileSync(named('bad', 0xff, '.jsonl'), '')
      writeFileSync(named('bad', 0xff, '.txt'), '')
      mkdirSync(named('folder', 0xfe))
      writeFileSync(named('folder', 0xfe, '/1.jsonl'), '')
      folder.write('good\uFFFD.jsonl', '')
      const reason = 'has a name that is not UTF-8, by which it cannot be opened'
      expect(await walked()).toEqual([
        `bad\uFFFD.jsonl (${reason})`,
        `folder\uFFFD (${reason})`,
        'good\uFFFD.jsonl',
      ])
    },
  )

  test('what is no file but has a fitting name is not opened', async () => {
    const socket = createServer()
    await new Promise<void>((resolve) => {
      socket.listen(join(folder.path, 'socket.jsonl'), resolve)
    })
    folder.write('a.jsonl', '')
    expect(await walked()).toEqual(['a.jsonl'])
    socket.close()
  })

  test('a folder that may not be read is reported, the rest is found', async (context) => {
    folder.write('a/1.jsonl', '')
    folder.write('b/2.jsonl', '')
    chmodSync(join(folder.path, 'a'), 0)
    context.skip(process.getuid?.() === 0, 'the superuser may read every folder')
    const found = await walked()
    // Else the folder of this test could not be taken away.
    chmodSync(join(folder.path, 'a'), 0o700)
    expect(found).toEqual(['a (may not be read by you (EACCES))', 'b/2.jsonl'])
  })

  test('a folder that is gone is reported', async () => {
    expect(await walked(join(folder.path, 'gone'))).toEqual(['gone (cannot be read (ENOENT))'])
  })

  test('folders without end are left at some depth', async () => {
    mkdirSync(join(folder.path, ...Array.from({ length: 60 }, () => 'd')), { recursive: true })
    const [only, ...more] = await walked()
    expect(more).toEqual([])
    expect(only).toContain('folders that are nested too deeply')
  })
})
