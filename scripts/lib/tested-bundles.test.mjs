import { expect, test } from 'vitest'
import { bundlesFor, vitestWords } from './tested-bundles.mjs'

const wordsOf = (line) => line.split(' ').filter(Boolean)
const bundles = (line) => bundlesFor(vitestWords(wordsOf(line)))
const ALL = ['agent', 'web', 'web-path', 'api', 'worker', 'server']

test('npm test leaves out what starts a server or a browser, and builds none', () => {
  expect(vitestWords(wordsOf('--changed'))).toEqual(['--project=!e2e*', '--changed'])
  expect(bundles('')).toEqual(['agent'])
  expect(bundles('--reporter=default --outputFile.json=x.json')).toEqual(['agent'])
})

test('npm run test:e2e runs just those, and builds all that is ever started', () => {
  expect(vitestWords(wordsOf('--e2e'))).toEqual(['--project=e2e*'])
  expect(vitestWords(wordsOf('--e2e faults'))).toEqual(['--project=e2e*', 'faults'])
  expect(bundles('--e2e')).toEqual(ALL)
})

test('named files and projects run wherever they lie', () => {
  expect(vitestWords(wordsOf('apps/server/e2e/faults'))).toEqual(['apps/server/e2e/faults'])
  expect(vitestWords(wordsOf('--project e2e'))).toEqual(['--project', 'e2e'])
})

test('tests of sources build nothing', () => {
  expect(bundles('packages/core/src/search')).toEqual([])
  expect(bundles('scripts/lib/plurals.test.mjs')).toEqual([])
  expect(bundles('./packages/db apps/worker/src/a.test.ts')).toEqual([])
  expect(bundles('--project db --project=core')).toEqual([])
  expect(bundles('--project core search/fuse')).toEqual([])
  expect(bundles('apps/server/src/banner.test.ts')).toEqual([])
})

test('tests that start a bundle build that one', () => {
  expect(bundles('apps/agent/src/main.test.ts')).toEqual(['agent'])
  expect(bundles('--project e2e-browser')).toEqual(['agent', 'web', 'server'])
  expect(bundles('packages/db apps/server/e2e/faults.test.ts')).toEqual(ALL)
})

test('a word that may be any file is taken for one that starts the product', () => {
  expect(bundles('faults')).toEqual(ALL)
})
