import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { root } from './run.mjs'
import { bundleForTests, PROGRAMS } from './test-bundles.mjs'
import { programWords } from './test-programs.mjs'

const before = process.env.TEAMLORE_TEST_BUNDLES
afterEach(() => {
  if (before === undefined) delete process.env.TEAMLORE_TEST_BUNDLES
  else process.env.TEAMLORE_TEST_BUNDLES = before
})

/** Everything is bundled within it, on a machine that has other work. */
const BUILDS_MS = 120_000

const urlOf = (path) => pathToFileURL(join(root, path))

test(
  'every program that tests start has its bundle, beside the threads that it starts',
  async () => {
    const folder = await bundleForTests()
    process.env.TEAMLORE_TEST_BUNDLES = folder
    for (const path of PROGRAMS) {
      const words = programWords(urlOf(path))
      expect([path, words.length, words[0]?.startsWith(folder)]).toEqual([path, 1, true])
    }
    expect(readdirSync(folder)).toEqual(
      expect.arrayContaining(['pglite-thread.mjs', 'embed-thread.mjs', 'body-thread.mjs']),
    )
  },
  BUILDS_MS,
)

test(
  'bundles of the same sources are one folder',
  async () => {
    expect(await bundleForTests()).toBe(await bundleForTests())
  },
  BUILDS_MS,
)

test('a program without a bundle, and every one outside of such a run, starts from its source', () => {
  process.env.TEAMLORE_TEST_BUNDLES = '/nowhere'
  expect(programWords(urlOf(PROGRAMS[0])).at(-1)).toBe(join(root, PROGRAMS[0]))
  delete process.env.TEAMLORE_TEST_BUNDLES
  expect(programWords(urlOf(PROGRAMS[0])).at(-1)).toBe(join(root, PROGRAMS[0]))
})

test('a bundle runs as its source does', async () => {
  process.env.TEAMLORE_TEST_BUNDLES = await bundleForTests()
  const words = [...programWords(urlOf('apps/agent/src/main.ts')), '--version']
  expect(execFileSync(process.execPath, words, { encoding: 'utf8' })).toMatch(/\d+\.\d+\.\d+/)
}, 60_000)
