import { createHash } from 'node:crypto'
import type { Blamed } from '@teamlore/shared/blame'
import { expect, test } from 'vitest'
import { linesIn, printsOf, stretchesOf } from './fingerprints.ts'

test('a line has the fingerprint that agents send of it, a blank one none', async () => {
  const lines = linesIn('  const berth = 1\r\n\n\tñ = 2\n')
  expect(lines).toEqual(['  const berth = 1', '', '\tñ = 2'])
  const print = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
  expect(await printsOf(lines)).toEqual([print('const berth = 1'), null, print('ñ = 2')])
})

test('lines by the same session are one stretch, blank ones with those before them', () => {
  const by = (id: string | null) =>
    ({ session: id && { id }, prompt: id && { text: `asked ${id}` } }) as unknown as Blamed
  const found = stretchesOf(
    ['a', '', 'b', 'c', 'd'],
    [by('1'), undefined, by('1'), by(null), by('2')],
  )
  expect(
    found.map(({ from, texts, session, prompt }) => [
      from,
      texts.length,
      session?.id ?? null,
      prompt,
    ]),
  ).toEqual([
    [1, 3, '1', 'asked 1'],
    [4, 1, null, null],
    [5, 1, '2', 'asked 2'],
  ])
})

test('lines of different commits stand apart, and so do those whose text was not shared', () => {
  const of = (id: string) => ({ session: null, commit: { id }, prompt: null }) as unknown as Blamed
  const found = stretchesOf(
    ['a', ' ', 'b', null, null, 'c'],
    [of('1'), of('2'), of('2'), of('2'), undefined, of('2')],
  )
  expect(found.map(({ from, texts, commit }) => [from, texts, commit?.id ?? null])).toEqual([
    [1, ['a', ' '], '1'],
    [3, ['b'], '2'],
    [4, [null], '2'],
    [5, [null], null],
    [6, ['c'], '2'],
  ])
})
