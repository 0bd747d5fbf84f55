import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NO_IGNORE } from '@teamlore/redaction'
import type { ReadSession } from '@teamlore/sources/source'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createKeptElsewhere } from './kept-elsewhere.ts'
import { leaveOut } from './leave-out.ts'

type Input = Extract<
  ReadSession['messages'][number]['blocks'][number],
  { type: 'tool_call' }
>['input']

let folder: ReturnType<typeof temporaryFolder>
let own: string
let other: string
beforeEach(() => {
  folder = temporaryFolder()
  own = join(folder.path, 'own')
  other = join(folder.path, 'other')
  for (const path of [own, join(own, 'inner'), other, join(other, 'src')])
    mkdirSync(path, { recursive: true })
})
afterEach(() => folder.remove())

const keep = (path: string, patterns = ''): void =>
  writeFileSync(join(path, '.loreignore'), patterns)

/** Of a session in the folder `own`: one call with its result, and an edit. */
const captured = (input: Input, { cwd = null as string | null, edit = 'a.ts' } = {}): string => {
  const blocks = [
    { type: 'tool_call', id: 'c1', name: 'Tool', input },
    { type: 'tool_result', tool_call_id: 'c1', text: 'hush-hush', is_error: false },
  ]
  const session = {
    cwd: own,
    messages: [{ key: 'm', cwd, blocks }],
    edits: [{ path: edit, addedText: ['quiet'], removedText: [] }],
  } as unknown as ReadSession
  const elsewhere = createKeptElsewhere([own, own])
  return JSON.stringify(leaveOut(session, { ignore: NO_IGNORE, root: own, elsewhere }).session)
}

describe('what another project keeps to itself', () => {
  test.each<[string, (path: string) => Input]>([
    ['a file written', (path) => ({ file_path: `${path}/a.txt`, content: 'hush-hush' })],
    ['a file further below', (path) => ({ file_path: `${path}/src/deep/a.txt` })],
    ['a file by a path from here', () => ({ path: '../other/a.txt' })],
    ['a path with a way back', (path) => ({ path: `${path}/../own/../other/a.txt` })],
    ['the folder itself, searched', (path) => ({ pattern: 'A', path })],
    ['a file printed', (path) => ({ command: `cat ${path}/a.txt` })],
    ['a file reached by cd', (path) => ({ command: `cd ${path}/src && cat a.txt` })],
    ['what a command says there', (path) => ({ command: `cd ${path} && git diff` })],
    ['the same from here', () => ({ command: 'cd ../other/src; npm test' })],
    ['in words', (path) => ({ command: ['bash', '-lc', `cd ${path} && git diff`] })],
    ['a command with its folder', (path) => ({ cmd: 'git diff', workdir: path })],
    ['a folder of git', (path) => ({ command: `git -C ${path} log -p` })],
  ])('%s is left out', (_, input) => {
    keep(other)
    expect(captured(input(other))).not.toContain('hush-hush')
  })

  test('edits of its files go', () => {
    keep(other)
    expect(captured({}, { edit: join(other, 'a.ts') })).not.toContain('quiet')
    expect(captured({}, { edit: join(own, 'a.ts') })).toContain('quiet')
  })

  test('what is said where the session went by then is left out', () => {
    keep(other)
    expect(captured({ command: 'git diff' }, { cwd: other })).not.toContain('hush-hush')
    expect(captured({ command: 'git diff' }, { cwd: own })).toContain('hush-hush')
  })

  test('single files of it are left out, and others stay', () => {
    keep(other, '/src/')
    expect(captured({ path: join(other, 'src/a.txt') })).not.toContain('hush-hush')
    expect(captured({ path: join(other, 'a.txt') })).toContain('hush-hush')
    expect(captured({ command: `cd ${other} && git diff` })).toContain('hush-hush')
  })

  test('a folder within the own one keeps to itself too, and what keeps the own one is asked elsewhere', () => {
    keep(join(own, 'inner'))
    keep(folder.path)
    expect(captured({ path: 'inner/a.txt' })).not.toContain('hush-hush')
    expect(captured({ path: 'a.txt' })).toContain('hush-hush')
    expect(captured({ path: join(other, 'a.txt') })).not.toContain('hush-hush')
  })

  test('one that cannot be read keeps all', () => {
    symlinkSync('/nowhere/at/all', join(other, '.loreignore'))
    expect(captured({ path: join(other, 'a.txt') })).not.toContain('hush-hush')
  })

  test.each<[string, (path: string) => Input]>([
    ['a folder without one', (path) => ({ path: `${path}/a.txt` })],
    ['a folder that is not there', (path) => ({ path: `${path}/gone/for/good/a.txt` })],
    ['a file below a file', () => ({ path: '/dev/null/a/b.txt' })],
    ['another machine', () => ({ path: '//other-machine/share/a.txt' })],
    ['a folder left again', (path) => ({ command: `(cd ${path}/src && ls); git diff` })],
  ])('%s keeps nothing', (_, input) => {
    keep(join(other, 'src'), '/nothing')
    expect(captured(input(other))).toContain('hush-hush')
  })

  test('holds however many files were named before, and no other file is kept for it', () => {
    keep(other, '*.key')
    for (let i = 0; i < 30; i++) mkdirSync(join(own, 'inner', `${i}`))
    const kept = createKeptElsewhere([])
    for (let i = 0; i < 25_000; i++) {
      expect(kept.isFileKept(`/nowhere/${i}/a.txt`)).toBe(false)
      expect(kept.isFileKept(join(own, 'inner', `${i % 30}`, `${i}.txt`))).toBe(false)
    }
    expect(kept.isFileKept(join(other, 'src/deep/a.key'))).toBe(true)
    expect(kept.isFileKept(join(other, 'a.key'))).toBe(true)
    expect(kept.isFileKept(join(other, 'a.txt'))).toBe(false)
  })

  test('a path of very many folders that are not there is no matter', () => {
    expect(createKeptElsewhere([]).isFileKept(`/nowhere${'/a'.repeat(50_000)}`)).toBe(false)
  })
})
