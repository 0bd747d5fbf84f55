import { expect, test } from 'vitest'
import { ownTitle } from './own-title.ts'

test.each([
  ['Exports are retried five times', 'Exports are retried five times.'],
  ['exports are retried', 'Exports are retried five times.'],
  ['**Exports** are `retried`', 'Exports are retried five times.'],
  ['Exports — are retried:', '_Exports_ are "retried" five times.'],
  ['See [the guide](https://x.example/a)', 'See the guide first.'],
  ['Exports are retri…', 'Exports are retried five times.'],
  ['Exports are retri...', 'Exports are retried five times.'],
  ['導出重試', '導出重試五次。'],
  ['ＥＸＰＯＲＴＳ', 'Exports are retried.'],
  ['…', 'Anything.'],
  ['', 'Anything.'],
])('%s is %s again', (title, statement) => {
  expect(ownTitle(title, statement)).toBe('')
})

test.each([
  ['Retries of exports', 'Exports are retried five times.'],
  ['Export', 'Exports are retried five times.'],
  ['C', 'C++ is built by CMake.'],
  ['Exports are retried five times. By hand.', 'Exports are retried five times.'],
  ['Anything', ''],
])('%s says something beside %s', (title, statement) => {
  expect(ownTitle(title, statement)).toBe(title)
})
