import { describe, expect, test } from 'vitest'
import { cleanName, firstVisible, nameSchema } from './clean-name.ts'

describe('a name', () => {
  test.each([
    ['e\u0301va', '\u00e9va', 'is composed'],
    ['  Ana \n  Lu ', 'Ana Lu', 'is one line'],
    ['\u202eana\u2066', 'ana', 'turns no reading direction'],
    ['A\u200bn\u00ada\ufeff\u3164', 'Ana', 'hides nothing'],
    ['\u200dAna\u200c', 'Ana', 'ends in no joiner'],
    [
      '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
      '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
      'keeps what a script joins by',
    ],
    [
      '\u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u2764\ufe0f',
      '\u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u2764\ufe0f',
      'keeps emoji whole',
    ],
  ])('%j is %j: it %s', (typed, name) => {
    expect(nameSchema(100).parse(typed)).toBe(name)
    expect(cleanName(name)).toBe(name)
  })

  test.each([
    '',
    ' ',
    '\u200b',
    '\u3164',
    '\u2800\u2800',
    '\u0301',
    '\u200d\u200d',
    '\u202e',
    '\u{e0041}',
    '\t\u0007',
  ])('of %j alone is refused, for nobody sees it', (typed) => {
    const refused = nameSchema(100).safeParse(typed)
    expect(refused.success).toBe(false)
    expect(JSON.stringify(refused.error?.issues)).toContain('that people can see')
  })

  test('is the first that can be seen', () => {
    expect(firstVisible(null, '\u200b', ' Ana ', 'Bo')).toBe('Ana')
    expect(firstVisible('\u3164')).toBe(undefined)
  })
})
