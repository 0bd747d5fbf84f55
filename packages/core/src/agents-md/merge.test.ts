import { describe, expect, test } from 'vitest'
import { entryText, hashOf } from './entry-text.ts'
import { exported, merge, say } from './testing/sections.ts'

describe('three sides', () => {
  const retry = say('Exports are retried five times.')
  const tests = say('Tests run on both engines.', 'convention')
  const ports = say('Port 4000 serves everything.', 'gotcha')
  const base = [retry, tests, ports]

  test('take what the team changed, and keep the text around it', () => {
    const changed = {
      ...retry,
      text: entryText({ topic: '', statement: 'Exports are retried twice.', reason: '' }),
    }
    const fresh = say('Queues are named by noun.', 'convention')
    const { text, edits } = merge(exported(base), [changed, tests, fresh], base)
    expect(text).toBe(exported([changed, tests, fresh]))
    expect(edits).toEqual([])
  })

  test('keep an edited line, and name it as a proposal', () => {
    const file = exported(base).replace('five times', 'six times')
    const { text, edits } = merge(file, base, base)
    expect(text).toBe(file)
    expect(edits).toEqual([
      {
        type: 'changed',
        id: retry.id,
        kind: 'decision',
        text: 'Exports are retried six times.',
        is_conflict: false,
      },
    ])
  })

  test('keep the hand’s word where both changed a line, and say so', () => {
    const file = exported(base).replace('five times', 'six times')
    const changed = { ...retry, text: 'Exports are retried twice.' }
    const { text, edits } = merge(file, [changed, tests, ports], base)
    expect(text).toContain('six times')
    expect(text).not.toContain('twice')
    expect(edits).toMatchObject([{ type: 'changed', id: retry.id, is_conflict: true }])
  })

  test('let a line rest that the team took over in the words of the hand', () => {
    const file = exported(base).replace('five times', 'six times')
    const next = say('Exports are retried six times.')
    const changed = { ...retry, text: 'Exports are retried six times.' }
    expect(merge(file, [changed, tests, ports], base).edits).toEqual([])
    // Also where another memory took the place of the one that was edited.
    const { text } = merge(file, [next, tests, ports], base)
    expect(text).toContain(next.id)
  })

  test('leave out what somebody deleted, as a proposal and not as a fact', () => {
    const file = exported(base)
      .split('\n')
      .filter((line) => !line.includes('Port 4000'))
      .join('\n')
    const { text, edits } = merge(file, base, base)
    expect(text).not.toContain('Port 4000')
    expect(edits).toEqual([{ type: 'deleted', id: ports.id }])
    expect(merge(text, base, base).edits).toEqual(edits)
  })

  test('take a line without a marker for one that somebody wrote', () => {
    const file = exported(base).replace(
      /(- Tests run[^\n]*) <!--[^\n]*/,
      '$1\n- Never log a token.',
    )
    const { text, edits } = merge(file, base, base)
    expect(text).toContain('- Never log a token.\n')
    expect(edits).toContainEqual({ type: 'added', kind: 'convention', text: 'Never log a token.' })
    // The line that lost its marker says what the memory says: it is that again.
    expect(edits).toHaveLength(1)
    expect(text).toContain(tests.id)
  })

  test('make one of two sections, and of an entry that stands in both, with what was edited in either', () => {
    const second = exported([retry, tests])
      .replace('five times', 'six times')
      .replace('After.', 'Between.')
    const { text, edits, collapsed } = merge(`${exported(base)}\n${second}`, base, base)
    expect(collapsed).toBe(1)
    expect(text.match(/teamlore:begin/g)).toHaveLength(1)
    expect(text.match(/six times/g)).toHaveLength(1)
    expect(text).not.toContain('five times')
    expect(text).toContain('Between.')
    expect(edits).toHaveLength(1)
  })

  test.each([
    ['its end', /<!-- teamlore:end -->\n/],
    ['its beginning', /<!-- teamlore:begin \w+ -->\n/],
  ])('find a section that lost %s, and take nothing of what stands around it', (_, mark) => {
    const file = exported(base).replace(mark, '')
    const { text, edits } = merge(file, base, base)
    expect(text).toBe(exported(base))
    expect(edits).toEqual([])
  })

  test('take a file that a formatter wrapped for what it was', () => {
    const long = say(`Exports are retried ${'again and '.repeat(12)}again.`)
    const file = exported([long, tests])
      .replace(/^- /gm, '* ')
      .replace(' again and', '\n  again and')
      .replace(/ (<!-- lore)/g, '\n  $1')
    const { text, edits } = merge(file, [long, tests], [long, tests])
    expect(edits).toEqual([])
    expect(text).toBe(exported([long, tests]))
  })

  test('drop an untouched line of a memory that is gone, and keep an edited one', () => {
    expect(merge(exported(base), [tests], base).text).toBe(exported([tests]))
    const file = exported(base).replace('five times', 'six times')
    const { text, edits } = merge(file, [tests], base)
    expect(text).toContain('six times')
    expect(edits).toMatchObject([{ type: 'changed', is_conflict: true }])
  })

  test('leave an entry where somebody moved it to', () => {
    const line = `- ${retry.text} <!-- lore:${retry.id} ${hashOf(retry.text)} -->`
    const file = `${line}\n\n${exported(base).replace(`${line}\n`, '')}`
    const { text, edits } = merge(file, base, base)
    expect(edits).toEqual([])
    expect(text.match(/five times/g)).toHaveLength(1)
  })
})
