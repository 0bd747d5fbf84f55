import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PLAIN_REDACTOR } from '@teamlore/redaction'
import { answered, call, said, typed } from '@teamlore/sources/claude-code/testing/records'
import { ID, sessionFolder } from '@teamlore/sources/claude-code/testing/session-folder'
import { fingerprintsOf } from '@teamlore/sources/delta/finish-edit'
import { makeDelta } from '@teamlore/sources/delta/session-delta'
import { emptyState } from '@teamlore/sources/delta/session-state'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFileReader } from './read-edited-file.ts'

let folder: ReturnType<typeof sessionFolder>
let home: string
beforeEach(() => {
  folder = sessionFolder()
  home = mkdtempSync(join(tmpdir(), 'lore-lines-'))
})
afterEach(() => {
  folder.remove()
  rmSync(home, { recursive: true, force: true })
})

const printsOf = (...lines: string[]) => fingerprintsOf(lines, PLAIN_REDACTOR)

/** What is sent of an edit to a file that holds this text now. */
const sent = async (text: string, name: string, input: object, result?: object) => {
  const path = join(home, 'fee.ts')
  writeFileSync(path, text)
  const session = await folder.read([
    typed('u1', null, 'Begin'),
    said('a1', 'u1', { id: 'm', block: call('t1', name, { file_path: path, ...input }) }),
    answered('r1', 'a1', { id: 't1', ...(result && { result: { filePath: path, ...result } }) }),
  ])
  const { edits } = makeDelta({
    session,
    project: null,
    dropped: new Map(),
    sourcePath: '',
    state: emptyState('claude-code', ID),
    readFile: createFileReader(),
  })
  return JSON.parse(edits[0]?.json ?? '{}') as {
    added: string[]
    removed: string[]
    added_lines: number
  }
}

const FILE = 'export const fee = (n: number) => Math.ceil(n * 100) / 100\nexport const tax = 7\n'

describe('an edit that has an old and a new text alone', () => {
  test('is of the whole line in which the new text stands', async () => {
    const { added, removed, added_lines } = await sent(FILE, 'Edit', {
      old_string: 'round(n',
      new_string: 'ceil(n',
    })
    expect(added).toContain(
      printsOf('export const fee = (n: number) => Math.ceil(n * 100) / 100')[0],
    )
    expect(removed).toContain(
      printsOf('export const fee = (n: number) => Math.round(n * 100) / 100')[0],
    )
    expect(added_lines).toBe(1)
  })

  test('also over several lines, in several steps and with line ends of Windows', async () => {
    const { added } = await sent(
      'const a = [\r\n  one(1), two(2),\r\n]\r\nlet b = 4\r\n',
      'MultiEdit',
      {
        edits: [
          { old_string: '= [\n  one(0)', new_string: '= [\n  one(1)' },
          { old_string: 'b = 3', new_string: 'b = 4' },
        ],
      },
    )
    expect(added).toEqual(expect.arrayContaining(printsOf('one(1), two(2),', 'let b = 4')))
  })

  test('wherever it stands, if all were replaced, and nowhere, if it stands in several places', async () => {
    const text = 'call(mole, 1)\ncall(mole, 2)\n'
    const asked = { old_string: 'pier', new_string: 'mole' }
    const [one, other] = printsOf('call(mole, 1)', 'call(mole, 2)')
    const everywhere = await sent(text, 'Edit', { ...asked, replace_all: true })
    expect(everywhere.added).toEqual([...printsOf('mole'), one, other])
    expect((await sent(text, 'Edit', asked)).added).toEqual(printsOf('mole'))
  })

  test('is left as it is where whole lines are known, and where the file is gone', async () => {
    const patch = [{ lines: ['-old line', '+Math.ceil(n'] }]
    const asked = { old_string: 'round(n', new_string: 'ceil(n' }
    expect((await sent(FILE, 'Edit', asked, { structuredPatch: patch })).added).toEqual(
      printsOf('Math.ceil(n'),
    )
    expect((await sent('nothing of it', 'Edit', asked)).added).toEqual(printsOf('ceil(n'))
  })

  test('keeps nothing of a line that holds a secret', async () => {
    const key = ['ghp', 'aB3dE5gH7jK9mN1pQ4sT6vX8zC0fL2rWaB3d'].join('_')
    const { added } = await sent(`connect('${key}', retries(9))\n`, 'Edit', {
      old_string: 'retries(3',
      new_string: 'retries(9',
    })
    expect(added).toEqual(printsOf('retries(9'))
  })
})
