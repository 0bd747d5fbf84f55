import { expect, test } from 'vitest'
import { declares } from './declares.ts'
import { vetoed } from './vetoes.ts'

const said = (text: string) =>
  vetoed({
    text,
    label: '',
    speaker: 'assistant',
    heading: '',
    isFinal: true,
    callsAfter: false,
    planned: false,
  })

test.each([
  'I also found that the budget of the suite is suppressed by `--budget-usd`.',
  'I notice a bug on line 63: `encrypted.buffer` may hold extra bytes.',
  'One issue is stale built `core` output, because the test imports the package entry.',
  'The local build artifact is stale relative to the source of the CLI.',
  'Both cases still fail `skill-used` because `AgentV` records no skills.',
  'Medium: the suppression of `audit` was too broad because it matched on the id alone.',
  'One of the comments relates to the construction of images in code.',
])('what an agent says of the hour is no finding: %s', (text) => {
  expect(said(text)).toBeDefined()
})

test.each([
  'The quality evaluation harness is a bit too much.',
  'The color is different between user and assistant.',
])('what a person thinks of a thing is no declaration: %s', (text) => {
  expect(declares({ text, label: '' })).toBe(false)
})

test('a cause, and a declaration, pass as before', () => {
  expect(
    said('The `resolver` prefers `dist/skills` after a build, because packages ship that folder.'),
  ).toBeUndefined()
  expect(declares({ text: 'The pool holds at most 20 connections.', label: '' })).toBe(true)
})
