import { expect, test } from 'vitest'
import { bundlesFor } from './tested-bundles.mjs'

const bundles = (line) => bundlesFor(line.split(' ').filter(Boolean))
const ALL = ['agent', 'web', 'api', 'worker', 'server']

test('the whole suite needs all that is ever started', () => {
  expect(bundles('')).toEqual(ALL)
  expect(bundles('--reporter=default --outputFile.json=x.json')).toEqual(ALL)
})

test('tests of sources build nothing', () => {
  expect(bundles('packages/core/src/search')).toEqual([])
  expect(bundles('./packages/db apps/worker/src/a.test.ts')).toEqual([])
  expect(bundles('--project db --project=core')).toEqual([])
  expect(bundles('--project core search/fuse')).toEqual([])
})

test('tests that start a bundle build that one', () => {
  expect(bundles('apps/agent/src/main.test.ts')).toEqual(['agent'])
  expect(bundles('--project browser')).toEqual(['agent', 'web', 'server'])
  expect(bundles('packages/db apps/server/e2e/faults.test.ts')).toEqual(ALL)
})

test('a word that may be any file is taken for one that starts the product', () => {
  expect(bundles('faults')).toEqual(ALL)
})
