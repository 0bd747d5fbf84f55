import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bodyOf, joinParts, partsOf } from './section.ts'
import { entries, exported, merge, say, words } from './testing/sections.ts'

describe('a file', () => {
  test('is the same again in parts, whatever stands in it', () => {
    const line = fc.oneof(
      words,
      fc.constantFrom(
        '<!-- teamlore:begin 0123456789ab -->',
        '<!-- teamlore:end -->',
        '```',
        '',
        '\r',
      ),
      entries.map((some) => bodyOf(some).join('\n')),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = lines.join('\n')
        expect(joinParts(partsOf(text))).toBe(text)
      }),
      { numRuns: 500 },
    )
  })

  test('that was exported has no edits, and exporting again changes nothing', () => {
    fc.assert(
      fc.property(entries, fc.boolean(), (some, isCrLf) => {
        const text = isCrLf ? exported(some).replaceAll('\n', '\r\n') : exported(some)
        for (const base of [some, undefined]) {
          const { edits, text: again } = merge(text, some, base)
          expect(edits).toEqual([])
          expect(again).toBe(text)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('comes to rest at the first export, whatever was written by hand', () => {
    fc.assert(
      fc.property(
        entries,
        entries,
        fc.array(words, { maxLength: 4 }),
        fc.nat(),
        (old, fresh, own, seed) => {
          const theirs = [...old.slice(0, seed % (old.length + 1)), ...fresh]
          const lines = exported(old).split('\n')
          own.forEach((line, at) => {
            lines.splice((seed * (at + 7)) % (lines.length + 1), 0, line)
          })
          const once = merge(lines.join('\n'), theirs, old)
          const twice = merge(once.text, theirs, theirs)
          expect(twice.text).toBe(once.text)
          expect(twice.edits).toEqual(merge(twice.text, theirs, theirs).edits)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('without a section gets one at its end, and loses not a character', () => {
    fc.assert(
      fc.property(words, entries, (text, some) => {
        fc.pre(partsOf(text).every(({ kind }) => kind === 'text'))
        const { text: whole } = merge(text, some, undefined)
        if (some.length === 0) expect(whole).toBe(text)
        else if (text.trim() !== '') expect(whole.startsWith(text)).toBe(true)
      }),
    )
  })

  test('that shows a section in a fence is not taken for one', () => {
    const shown = [
      '```',
      '<!-- teamlore:begin 0123456789ab -->',
      '<!-- teamlore:end -->',
      '```',
      '',
    ].join('\n')
    const { text, collapsed } = merge(shown, [say('We ship on Fridays.')], undefined)
    expect(text.startsWith(shown)).toBe(true)
    expect(collapsed).toBe(0)
  })
})
