import { expect, test } from 'vitest'
import { LongestFirst } from './longest-first.mjs'

const projectOf = (name, globalSetup = []) => ({
  name,
  config: { isolate: false, globalSetup, sequence: { groupOrder: 0 } },
})
const fileOf = (project, path) => ({ project, moduleId: `/repo/${path}` })
const orderOf = async (files, recorded = {}) => {
  const cache = {
    getFileTestResults: (key) => recorded[key] && { duration: recorded[key], failed: false },
    getFileStats: () => undefined,
  }
  const sorted = await new LongestFirst({ config: { root: '/repo' }, cache }).sort(files)
  return sorted.map(({ moduleId }) => moduleId.slice('/repo/'.length))
}

const [core, web, worker] = [
  projectOf('core', ['db']),
  projectOf('web'),
  projectOf('worker', ['db']),
]
const FILES = [
  fileOf(core, 'core/a.test.ts'),
  fileOf(core, 'core/b.test.ts'),
  fileOf(web, 'web/c.test.ts'),
  fileOf(worker, 'worker/crash.test.ts'),
]

test('the project with the longest file comes first, and its longest file first of all', async () => {
  expect(
    await orderOf(FILES, {
      'core:core/a.test.ts': 10,
      'core:core/b.test.ts': 30,
      'web:web/c.test.ts': 20,
      'worker:worker/crash.test.ts': 70,
    }),
  ).toEqual(['worker/crash.test.ts', 'core/b.test.ts', 'core/a.test.ts', 'web/c.test.ts'])
})

test('where nothing is recorded, what opens databases comes first, and files of a project stay together', async () => {
  expect(await orderOf(FILES.toReversed())).toEqual([
    'core/b.test.ts',
    'core/a.test.ts',
    'worker/crash.test.ts',
    'web/c.test.ts',
  ])
})
