import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { file, ingestSample } from '../testing/sample-book.ts'
import { currentState } from './current-state.ts'
import { timelineOf } from './timeline.ts'

const port = file('setting/port.md', 'title: Port\ntype: place\npeople: 900')
const ann = file('setting/ann.md', 'title: Ann\ntype: person\nrole: pilot\nhome: Port')
const guild = file('setting/guild.md', 'title: Corsairs\ntype: guild\nterritory: [Bay]')
const event = (name: string, more: string, layer = 'campaign') =>
  file(`${layer}/${name}.md`, `title: ${name}\ntype: event\n${more}`)
const sets = (entity: string, property: string, rest: string): string =>
  `consequences:\n  - { entity: ${entity}, property: ${property}, ${rest} }`

const fall = event(
  'Fall',
  `session: 12\nparticipants: [Ann, Corsairs]\nlocation: Port\n${sets('PORT', 'status', 'value: destroyed')}`,
)
const raid = event('Raid', `session: 3\n${sets('Corsairs', 'territory', 'add: Iron Coast')}`)
const truce = event('Truce', `session: 20\n${sets('corsairs', 'territory', 'remove: bay')}`)
const flood = event('Flood', sets('Port', 'people', 'unset: true'))
const files = [port, ann, guild, fall, raid, truce, flood]

const { book } = ingestSample(files)
const stateOf = (name: string, layer: string, session?: number, from = book) => {
  const entity = from.entities.find((one) => one.name === name)
  if (entity === undefined) throw new Error(name)
  return currentState(from, entity, layer, { session })
}

describe('the state of an entity in a layer', () => {
  it('is its base and what events made of it, each property with who said so', () => {
    const { base, current, events, provenance } = stateOf('Port', 'campaign')
    expect(base).toEqual({ status: 'thriving', people: 900 })
    expect(current).toEqual({ status: 'destroyed' })
    expect(events.map(({ event: one }) => one.key)).toEqual(['campaign/fall', 'campaign/flood'])
    expect(provenance['status']).toMatchObject({
      by: 'event',
      event: 'campaign/fall',
      session: 12,
      line: 8,
    })
    expect(provenance['people']).toMatchObject({
      by: 'event',
      event: 'campaign/flood',
      session: null,
    })
    expect(stateOf('Port', 'setting').provenance).toMatchObject({
      status: { by: 'default', layer: 'setting' },
      people: { by: 'note', file: 'setting/port.md', line: 4 },
    })
  })

  it('adds to lists and takes from them, in order of sessions', () => {
    expect(stateOf('Corsairs', 'campaign', 2).current['territory']).toEqual(['Bay'])
    expect(stateOf('Corsairs', 'campaign', 3).current['territory']).toEqual(['Bay', 'Iron Coast'])
    expect(stateOf('Corsairs', 'campaign').current['territory']).toEqual(['Iron Coast'])
  })

  it('as of a session leaves out later events and those without a number', () => {
    expect(stateOf('Port', 'campaign', 11).current).toEqual({ status: 'thriving', people: 900 })
    expect(stateOf('Port', 'campaign', 12).current).toEqual({ status: 'destroyed', people: 900 })
  })

  it('in a what-if layer stands on the layers beneath, up to where it leaves them', () => {
    const other = file('what-if/port.md', 'title: Port\ntype: place\npeople: 5')
    const rebuilt = event(
      'Rebuilt',
      `session: 13\n${sets('Port', 'status', 'value: thriving')}`,
      'what-if',
    )
    const made = ingestSample([...files, other, rebuilt]).book
    expect(stateOf('Port', 'what-if', undefined, made)).toMatchObject({
      base: { status: 'thriving', people: 5 },
      current: { status: 'thriving', people: 5 },
      provenance: { people: { layer: 'what-if' }, status: { event: 'what-if/rebuilt' } },
    })
    expect(stateOf('Port', 'campaign', undefined, made).current).toEqual({ status: 'destroyed' })
    expect(stateOf('Corsairs', 'what-if', undefined, made).current['territory']).toEqual([
      'Bay',
      'Iron Coast',
    ])
  })

  it('orders ties by real date, then by file', () => {
    const tied = ['b-first', 'a-second', 'c-third'].map((name, at) =>
      event(
        name,
        `session: 5\ndate_real: 2025-01-0${at < 2 ? 2 - at : 2}\n${sets('Port', 'people', `value: ${at}`)}`,
      ),
    )
    const { events } = stateOf('Port', 'campaign', 5, ingestSample([port, ...tied]).book)
    expect(events.map(({ event: one }) => one.file)).toEqual([
      'campaign/a-second.md',
      'campaign/b-first.md',
      'campaign/c-third.md',
    ])
  })
})

describe('a timeline', () => {
  const names = (query: Omit<Parameters<typeof timelineOf>[1], 'layer'>) =>
    timelineOf(book, { layer: 'campaign', ...query }).map(({ key }) => key.replace('campaign/', ''))

  it('is in order of sessions, by range and by entity', () => {
    expect(names({})).toEqual(['raid', 'fall', 'truce', 'flood'])
    expect(names({ fromSession: 3, toSession: 12 })).toEqual(['raid', 'fall'])
    expect(names({ fromSession: 13 })).toEqual(['truce'])
    expect(names({ entity: 'setting/ann' })).toEqual(['fall'])
    expect(names({ entity: 'setting/port' })).toEqual(['fall', 'flood'])
    expect(timelineOf(book, { layer: 'nowhere' })).toEqual([])
  })

  it('has edges of front matter', () => {
    expect(
      book.edges
        .filter(({ from }) => from === 'campaign/fall')
        .map(({ relationship, to }) => [relationship, to]),
    ).toEqual([
      ['INVOLVES', 'setting/ann'],
      ['INVOLVES', 'setting/corsairs'],
      ['OCCURS_IN', 'setting/port'],
    ])
  })
})

describe('any run of events', () => {
  type Step = { session: number; do: 'value' | 'add' | 'remove' | 'unset'; word: string }
  const step: fc.Arbitrary<Step> = fc.record({
    session: fc.integer({ min: 1, max: 30 }),
    do: fc.constantFrom('value', 'add', 'remove', 'unset'),
    word: fc.constantFrom('north', 'south', 'east'),
  })
  type Held = string[] | string | undefined
  const held: Record<Step['do'], (before: Held, word: string) => Held> = {
    value: (_, word) => word,
    unset: () => undefined,
    add: (before, word) => [...new Set([before ?? [], word].flat())],
    remove: (before, word) => {
      if (Array.isArray(before)) return before.filter((one) => one !== word)
      return before === word ? undefined : before
    },
  }
  /** The same by plain lists: what is held after each step up to a session. */
  const model = (steps: readonly Step[], until: number): Held =>
    [...steps]
      .sort((a, b) => a.session - b.session)
      .filter(({ session }) => session <= until)
      .reduce<Held>((before, { do: what, word }) => held[what](before, word), ['Bay'])

  it('leaves what a plain model leaves, at every session', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(step, { maxLength: 12, selector: ({ session }) => session }),
        fc.integer({ min: 0, max: 31 }),
        (steps, until) => {
          const events = steps.map((one) =>
            event(
              `E${one.session}`,
              `session: ${one.session}\n${sets('Corsairs', 'territory', one.do === 'unset' ? 'unset: true' : `${one.do}: ${one.word}`)}`,
            ),
          )
          const { current } = stateOf(
            'Corsairs',
            'campaign',
            until,
            ingestSample([guild, ...events]).book,
          )
          expect(current['territory']).toEqual(model(steps, until))
        },
      ),
      { numRuns: 200 },
    )
  })
})
