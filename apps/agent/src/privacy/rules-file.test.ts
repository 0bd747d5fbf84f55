import { expect, test } from 'vitest'
import { parseRules, readRulesFile } from './rules-file.ts'

const problemOf = (text: string): string => {
  try {
    parseRules(text, 'redaction.json')
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return 'taken'
}

test('rules and texts that are no secrets are read', () => {
  const text =
    '{"rules": [{"name": "acme", "pattern": "acme_[a-z]{8,40}"}], "allow": ["acme_example"]}'
  expect(parseRules(text, 'x')).toEqual({
    rules: [{ name: 'acme', pattern: 'acme_[a-z]{8,40}' }],
    allow: ['acme_example'],
  })
})

test.each([
  ['no JSON', '{\n  "rules": [\n    {,}\n  ]\n}', 3],
  [
    'a wrong name',
    '{\n  "rules": [\n    {"name": "a", "pattern": "abcd"},\n    {"name": "B c", "pattern": "abcd"}\n  ]\n}',
    4,
  ],
  ['a field nobody knows', '{\n  "rules": [],\n  "alow": []\n}', 1],
  [
    'a pattern that could run away',
    '{\n  "rules": [\n    {\n      "name": "a",\n      "pattern": "x{4}"\n    },\n    {\n      "name": "b",\n      "pattern": "(a+)+"\n    }\n  ]\n}',
    7,
  ],
  ['a short text to allow', '{\n  "allow": [\n    "fine",\n    "no"\n  ]\n}', 4],
])('%s is refused, and its line named', (_, text, line) => {
  expect(problemOf(text)).toMatch(new RegExp(`^redaction\\.json, line ${line}: `))
})

test('where there is no file there are no rules', async () => {
  expect(await readRulesFile('/nowhere/redaction.json')).toEqual({ rules: [], allow: [] })
})
