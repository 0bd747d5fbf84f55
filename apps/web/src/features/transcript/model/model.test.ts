import type { Message } from '@teamlore/shared'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFoldStore } from './fold-store.ts'
import { commandText } from './message-text.ts'
import { withoutLineNumbers } from './numbered-lines.ts'
import { promptAt } from './prompt-at.ts'
import { promptParts } from './prompt-parts.ts'

describe('a file printed with line numbers', () => {
  test('gives the code, its first line and what the tool wrote below', () => {
    expect(withoutLineNumbers('     7→const a = 1\n     8→\n     9→\tb()\n\nnote')).toEqual({
      code: 'const a = 1\n\n\tb()',
      firstLine: 7,
      rest: 'note',
    })
  })

  test.each(['no numbers', '3→a\n5→b', '1→a\nb\nc\nd\ne', ''])('is not seen in %j', (text) => {
    expect(withoutLineNumbers(text)).toBeUndefined()
  })
})

describe('a prompt', () => {
  test('is words and fenced code', () => {
    expect(promptParts('Look:\n```ts\nconst a = 1\n```\nwhy?')).toEqual([
      { kind: 'words', text: 'Look:', language: undefined },
      { kind: 'code', text: 'const a = 1', language: 'ts' },
      { kind: 'words', text: 'why?', language: undefined },
    ])
    expect(promptParts('```\nnever closed')).toEqual([
      { kind: 'code', text: 'never closed', language: undefined },
    ])
    expect(promptParts('just <b>words</b>')).toHaveLength(1)
  })

  test('loses no word, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '`', '~', '\n', ' ') }), (text) => {
        const letters = (some: string) => some.replace(/[^a]/g, '').length
        const parts = promptParts(text)
        const fenceWords = letters((text.match(/^(```|~~~).*$/gm) ?? []).join(''))
        const shown = parts.reduce((sum, part) => sum + letters(part.text), 0)
        expect(shown).toBeGreaterThanOrEqual(letters(text) - fenceWords)
      }),
    )
  })
})

test('a command is taken out of the tags it was wrapped in', () => {
  const message = (text: string) =>
    ({ blocks: [{ block: { type: 'text', text }, truncated_chars: 0 }] }) as unknown as Message
  expect(
    commandText(message('<command-name>/review</command-name><command-args>12 <b></command-args>')),
  ).toBe('/review 12 <b>')
  expect(commandText(message('!git status'))).toBe('!git status')
})

test('one is at the last prompt above', () => {
  const prompts = [{ ordinal: 2 }, { ordinal: 10 }, { ordinal: 40 }]
  expect([0, 2, 9, 10, 500, undefined].map((ordinal) => promptAt(prompts, ordinal))).toEqual([
    -1, 0, 0, 1, 2, -1,
  ])
})

describe('folds', () => {
  test('are shut until opened, and all at once', () => {
    const folds = createFoldStore()
    let notified = 0
    const leave = folds.subscribe(() => {
      notified += 1
    })
    folds.toggle('a')
    expect([folds.isOpen('a'), folds.isOpen('b')]).toEqual([true, false])
    folds.setAll(true)
    folds.toggle('b')
    expect([folds.isOpen('a'), folds.isOpen('b')]).toEqual([true, false])
    leave()
    folds.toggle('a')
    expect(notified).toBe(3)
  })
})
