import { describe, expect, test } from 'vitest'
import { redactSecrets } from './redact-secrets.ts'

const TOKEN = 'ZXlKaGJHY2lPaUpTVXpJMU5pSXNJbXRwWkNJNkl'
const TABLE = `NAME     TOKEN\nrunner   ${TOKEN}\n`

describe('a table drawn with blanks', () => {
  test.each([
    ['behind a word and a tab', `a\t${TABLE}`],
    ['behind a line that a carriage return took back', `12 %\r${TABLE}`],
    ['behind what names it', `Tagged ${TABLE}`],
    ['in a field of JSON', JSON.stringify({ stdout: `see\n\t${TABLE}` })],
    ['in JSON in JSON', JSON.stringify({ text: JSON.stringify({ stdout: TABLE }) })],
    ['with numbers of lines', TABLE.replace(/^(?=.)/gm, '   12\t')],
    ['with its file', TABLE.replace(/^(?=.)/gm, 'logs/run.txt:12:')],
    ['whose names are parted by tabs', TABLE.replaceAll(/ {2,}/g, '\t')],
  ])('gives its secrets up %s', (_, text) => {
    const { text: left, kinds } = redactSecrets(text)
    expect(left).toBe(text.replace(TOKEN, '[REDACTED:table]'))
    expect(kinds).toEqual({ table: 1 })
  })

  test('gives up each of its columns that holds secrets, and passwords with any sign', () => {
    const text = (key: string, secret: string, password: string) =>
      `USER   ACCESS KEY             SECRET KEY             PASSWORD\nada    ${key}   ${secret}   ${password}\n`
    const mark = '[REDACTED:table]'
    expect(
      redactSecrets(text('Q7Z2M5K9X1V4B8N3L6P0', 'x9Tq77aaZpKw31LmQ4rV', 'k7#Wq^29xT!')).text,
    ).toBe(text(mark, mark, mark))
  })

  test.each([
    ['passwords that are not there', 'USER   PASSWORD\nada    <none>\nbo     expired\n'],
    ['an error in capitals', `INVALID TOKEN\nread the log of ${TOKEN}\n`],
    ['a table of something else', `NAME     AGE\nrunner   ${TOKEN}\n`],
    ['what stands behind its end', `NAME     TOKEN\nrunner   none\n\ncommit   ${TOKEN}\n`],
    ['words', 'NAME     SECRET\nrunner   database-credentials\n'],
  ])('is not seen in %s', (_, text) => {
    expect(redactSecrets(text).text).toBe(text)
  })
})
