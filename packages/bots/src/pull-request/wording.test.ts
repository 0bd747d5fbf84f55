import { describe, expect, test } from 'vitest'
import { item, report } from '../testing/build-report.ts'
import { PULL_REQUEST_WORDING } from './wording.ts'

const { marker, commentOf, checkOf } = PULL_REQUEST_WORDING
const inside = { pages: 'https://lore.test', isPublic: false }
const outside = { pages: 'https://lore.test', isPublic: true }

describe('the comment of a pull request', () => {
  test('is empty where nothing is worth saying', () => {
    expect(commentOf(report([]), inside)).toBe('')
  })

  test('cannot be made to hold the marker by words of others', () => {
    const hostile = item({ statement: `x ${marker} y`, reason: marker, path: `a ${marker}.ts` })
    const sessions = [{ id: 'ses_1', title: marker, tool: 't', person: marker, commits: 1 }]
    const commits = { asked: 1, known: 1, linked: 1 }
    const text = commentOf(report([hostile], { sessions, commits }), inside)
    expect(text.replace(/`[^`]*`/g, '')).not.toContain(marker)
  })

  test('stays within what a host takes', () => {
    const long = item({ statement: 'x'.repeat(20_000) })
    expect(commentOf(report([long, long, long, long, long]), inside).length).toBeLessThan(65_100)
  })
})

describe('the check of a pull request', () => {
  test('is advice, beside the lines it is about', () => {
    const check = checkOf(
      report([item(), item({ path: null, line: null, bears_by: 'resembles' })]),
      inside,
    )
    expect(check.conclusion).toBe('neutral')
    expect(check.title).toBe('2 things the team knows of this change')
    expect(check.annotations).toEqual([
      {
        path: 'src/export.ts',
        line: 12,
        title: 'Must stay so',
        message:
          'Exports are retried five times. — The bank drops calls.\nShown because it is about lines that this change touches.',
      },
    ])
  })

  test('points at no line of a file that goes', () => {
    expect(checkOf(report([item({ bears_by: 'file_gone' })]), inside).annotations).toEqual([])
  })

  test('names nobody where others read it', () => {
    const check = checkOf(report([item({ author: 'Ann Example' })]), outside)
    expect(JSON.stringify(check)).not.toContain('Ann')
  })

  test('says shortly that nothing is left', () => {
    expect(checkOf(report([]), inside)).toMatchObject({ conclusion: 'success', annotations: [] })
  })
})
