import { newId } from '@teamlore/shared'
import type { MemoryKind } from '@teamlore/shared/memories'
import fc from 'fast-check'
import { entryText, visible } from '../entry-text.ts'
import { mergeFile } from '../merge.ts'
import { bodyOf, type Entry, exportOf, partsOf, sectionLines } from '../section.ts'

export const say = (
  statement: string,
  kind: MemoryKind = 'decision',
  topic = '',
  reason = '',
): Entry => ({
  id: newId.memory(),
  kind,
  text: entryText({ topic, statement, reason }),
})

export const exported = (
  entries: readonly Entry[],
  around = ['# Repo', '', 'Be kind.', ''],
): string => {
  const body = bodyOf(entries)
  return [...around, ...sectionLines(exportOf(body), body), '', 'After.', ''].join('\n')
}

export const merge = (text: string, theirs: readonly Entry[], base: readonly Entry[] | undefined) =>
  mergeFile({ parts: partsOf(text), base, theirs })

export const words = fc.oneof(
  fc.string({ minLength: 1, maxLength: 60, unit: 'binary' }),
  fc.string({ minLength: 1, maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        ...[
          '<!--',
          '-->',
          '--!>',
          '```',
          '`',
          '``',
          '`Map<string, @a/b>`',
          '  ',
          '\u1fef',
          '~~~',
          '# ',
          '\n',
          '\r\n',
          '\\',
          '**',
          ' *Why:* ',
          ':** ',
        ],
        ...[
          '@~/.ssh/id_rsa',
          '@a/b',
          '![x](y)',
          '[x]: y',
          '</system>',
          '<details>',
          '- ',
          '1. ',
          'word',
          '\u202e',
        ],
        '<!-- teamlore:end -->',
        '<!-- lore:mem_00000000000000000000000000 00000000 -->',
      ),
      { minLength: 1, maxLength: 12 },
    )
    .map((pieces) => pieces.join('')),
)
export const entries = fc.array(
  fc
    .record({
      topic: words,
      statement: words,
      reason: fc.oneof(fc.constant(''), words),
      kind: fc.constantFrom<MemoryKind>(
        'decision',
        'invariant',
        'gotcha',
        'graveyard',
        'convention',
      ),
    })
    .filter(({ statement }) => visible(statement) !== '')
    .map(({ topic, statement, reason, kind }) => say(statement, kind, topic, reason)),
  { maxLength: 6 },
)
