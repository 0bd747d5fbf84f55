import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { environmentForGit } from '../../env.ts'
import { runGit } from '../../project/run-git.ts'
import { openAnsweringServer } from '../../testing/answering-server.ts'
import { createTestCli } from '../../testing/test-cli.ts'
import { pathLikeHere } from './path-like.ts'

let folder: ReturnType<typeof temporaryFolder>
let server: Awaited<ReturnType<typeof openAnsweringServer>>
let cli: ReturnType<typeof createTestCli>
beforeEach(async () => {
  folder = temporaryFolder()
  cli = createTestCli()
  execFileSync('git', ['init', '-q'], { cwd: folder.path, env: environmentForGit() })
  mkdirSync(join(folder.path, 'src/tide'), { recursive: true })
  for (const path of ['src/tide/table.ts', 'src/quay.ts', 'README.md'])
    writeFileSync(join(folder.path, path), '')
  server = await openAnsweringServer({ 'GET /v1/memories': { items: [], next_cursor: null } })
})
afterEach(async () => {
  cli.dispose()
  await server[Symbol.asyncDispose]()
  folder.remove()
})

const lore = (...words: string[]) =>
  cli.run(words, {
    cwd: folder.path,
    env: { LORE_SERVER: server.url, LORE_KEY: 'tlk_personal-0123456789' },
  })

test.each([
  ['', 'src/tide/tabel.ts', 'src/tide/table.ts'],
  ['', 'table.ts', 'src/tide/table.ts'],
  ['', 'src/tides/table.ts', 'src/tide/table.ts'],
  ['src', 'quya.ts', 'quay.ts'],
  ['src', 'table.ts', 'tide/table.ts'],
  ['src/tide', 'quay.ts', '../quay.ts'],
  ['', 'src/quay.ts', undefined],
  ['', 'nothing/like/it.rs', undefined],
])('in the folder "%s" %s means %s', async (within, typed, meant) => {
  expect(await pathLikeHere(runGit, join(folder.path, within), typed)).toBe(meant)
})

test('nothing is meant outside of a repository', async () => {
  expect(await pathLikeHere(async () => null, folder.path, 'src/quya.ts')).toBeUndefined()
})

test('a slip is named where nothing is found, and by blame', async () => {
  const list = await lore('memories', '--file', 'src/tide/tabel.ts')
  expect(list.stderr).toContain('Did you mean src/tide/table.ts?')
  expect((await lore('memories', '--file', 'src/quay.ts')).stderr).not.toContain('Did you mean')
  const blamed = await lore('blame', 'src/quya.ts:3')
  expect([blamed.code, blamed.stderr]).toEqual([
    2,
    expect.stringContaining('Did you mean src/quay.ts?'),
  ])
})
