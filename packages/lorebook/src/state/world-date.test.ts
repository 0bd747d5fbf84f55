import { describe, expect, it } from 'vitest'
import { checkBook } from '../checks/check-book.ts'
import { readProject } from '../project/read-project.ts'
import { ingestBook } from '../stages/ingest-book.ts'
import { file, SAMPLE_PROJECT, sampleSchema } from '../testing/sample-book.ts'
import { timelineOf, worldDateProblem } from './timeline.ts'
import { readWorldDate } from './world-date.ts'

const CALENDAR = `calendar:
  months: [Frost, { name: Month of Storms, aliases: [Storms], days: 20 }, Embers]
  eras: [{ name: Before the Fall, backwards: true }, 2nd Age, { name: 3rd Age, aliases: [3A] }]
`
const projectWith = (more: string) => {
  const { project, problems } = readProject(`${SAMPLE_PROJECT}${more}`)
  if (project === undefined) throw new Error(JSON.stringify(problems))
  return project
}
const project = projectWith(CALENDAR)
const read = (text: string) => project.calendar && readWorldDate(project.calendar, text)

describe('a date in the world', () => {
  it.each([
    ['3rd Age, Year 847, Month of Storms', [2, 847, 2]],
    ['12 Storms 847', [2, 847, 2, 12]],
    ['Storms 12, 847 3A', [2, 847, 2, 12]],
    ['847-02-12', [2, 847, 2, 12]],
    ['2nd age 12', [1, 12]],
    ['Before the Fall, year 30', [0, -30]],
    ['847', [2, 847]],
    ['Storms 21, 847', undefined],
    ['847-04-01', undefined],
    ['long ago', undefined],
    ['the 12th day of Storms in the year 847', [2, 847, 2, 12]],
    ['about 847', [2, 847]],
    ['Moonday, 12 Storms 847, 3A', [2, 847, 2, 12]],
    ['4th Age, year 12', undefined],
    ['12 Storms 847, 4th Age', undefined],
    ['Age of Fire 847-02-12', undefined],
    ['847 Strorms 12', undefined],
    ['2nd Age, 12 Strorms 30', undefined],
    ['Foo 12', undefined],
  ])('is read by the calendar: %s', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })
})

describe('a timeline', () => {
  const event = (name: string, date: string, session: number) =>
    file(
      `campaign/${name}.md`,
      `title: ${name}\ntype: event\nsession: ${session}\ndate_in_world: ${JSON.stringify(date)}`,
    )
  const files = [
    event('last', 'Embers 847', 1),
    event('first', 'Before the Fall, year 30', 2),
    event('older', 'Before the Fall, year 300', 3),
    event('storm', 'Storms 3, 847', 4),
    event('vague', 'once', 5),
  ]
  const { book } = ingestBook({ project, schema: sampleSchema(), files })
  const named = (query: object) =>
    timelineOf(book, { layer: 'campaign', ...query }).map(({ key }) => key.split('/')[1])

  it('is in the order of the world where that is asked for, with what says no date last', () => {
    expect(named({})).toEqual(['last', 'first', 'older', 'storm', 'vague'])
    expect(named({ order: 'world' })).toEqual(['older', 'first', 'storm', 'last', 'vague'])
  })

  it('has ranges of the world, both ends included', () => {
    expect(named({ fromWorld: '3rd Age 847', toWorld: 'Storms 847' })).toEqual(['storm'])
    expect(named({ toWorld: '2nd Age 1' })).toEqual(['first', 'older'])
    expect(named({ fromWorld: 'whenever' })).toEqual([])
  })

  it('says where a date is none of the calendar', () => {
    expect(
      checkBook(
        book,
        files.map(({ path }) => path),
      ).filter(({ rule }) => rule === 'unreadable-date'),
    ).toMatchObject([{ file: 'campaign/vague.md', severity: 'warning' }])
  })
})

it('a date that is asked for and cannot be read is named, with what the calendar has', () => {
  expect(worldDateProblem(project, '12 Storms 847')).toBeUndefined()
  expect(worldDateProblem(project, undefined)).toBeUndefined()
  expect(worldDateProblem(project, 'Strorms 847')).toBe(
    '"Strorms 847" is no date in the world of this lorebook. Its calendar has: Before the Fall, 2nd Age, 3rd Age, Frost, Month of Storms, Embers.',
  )
  expect(worldDateProblem({}, 'long ago')).toContain('It has no calendar')
})
