import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isTangled } from './is-tangled.ts'

const nested = (levels: number) =>
  Array.from({ length: levels }, (_, at) => `${'  '.repeat(at)}- a`).join('\n')

test.each([
  ['quotes in quotes', '> '.repeat(20_000)],
  ['lists in lists', nested(250)],
  ['lists in lists, numbered', '1. '.repeat(200)],
  ['lists in quotes in lists', '> - '.repeat(100)],
  ['links that never end', '[a](*a_'.repeat(20_000)],
  ['links that never end, line by line', '[a](\n'.repeat(3_000)],
  ['links that never end, line by line in a quote', '> [a](\n'.repeat(3_000)],
  ['emphasis in emphasis', '**a_b_'.repeat(1_000)],
  ['code that never ends', '`a``'.repeat(1_000)],
  ['links behind a fence that is none', `\`\`\` \`a\n${'[a](\n'.repeat(3_000)}`],
  ['links behind a fence within HTML', `<!--\n\`\`\`\n-->\n\n${'[a](\n'.repeat(3_000)}`],
  ['links behind a fence that was closed', `~~~\n\`\`\`\n~~~\n${'[a](\n'.repeat(3_000)}`],
])('%s are tangled', (_, text) => {
  expect(isTangled(text)).toBe(true)
})

test.each([
  ['nothing', ''],
  ['lists of fifteen levels', nested(15)],
  ['a long list with emphasis', '- **name**: `value` of [it](x)\n'.repeat(2_000)],
  ['a long table with code', `| a | b |\n|---|---|\n${'| `a` | **b** |\n'.repeat(2_000)}`],
  ['code of many lines', `\`\`\`\n${`${' '.repeat(80)}- *a_b_*\n`.repeat(2_000)}\`\`\`\n`],
  ['paragraphs with snake_case', 'a_b_c and `d_e`\n\n'.repeat(3_000)],
  ['lines far to the right', `${' '.repeat(200)}word\n`.repeat(50)],
  ['the readme', readFileSync(new URL('../../../../../README.md', import.meta.url), 'utf8')],
])('%s is not', (_, text) => {
  expect(isTangled(text)).toBe(false)
})
