import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { ProjectId, SessionId } from '@teamlore/shared'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { settleRequestSchema } from '@teamlore/shared/memory-review'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  asks,
  createSearchWorld,
  type SearchWorld,
  says,
} from '../../search/testing/search-world.ts'
import { buildSession } from '../../testing/ingest-builders.ts'
import { makeRemember } from '../remember.ts'
import { makeSettlePair } from '../settle-pair.ts'
import { makeNoteChanges } from './note-changes.ts'

let database: TestDatabase
let world: SearchWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createSearchWorld(database.engine)
})
afterAll(() => database[Symbol.asyncDispose]())

const unsent = (): never => {
  throw new Error('no session came in')
}

type Sending = { by?: 'person' | 'agent'; day: number; more?: object }

/** A session of one message. */
const send = async (words: string, { by = 'person', day, more = {} }: Sending) => {
  const ts = `2026-01-0${day}T09:00:00.000Z`
  const message = { ...(by === 'person' ? asks(0, words) : says(0, words)), ts }
  const sent = await world.send(
    buildSession({ native_id: `said-${day}-${words.length}`, messages: [message], ...more }),
  )
  return (sent.sessions[0]?.session_id ?? unsent()) as SessionId
}

const projectOf = async (sessionId: SessionId): Promise<ProjectId> => {
  const rows = await world.rowsOf('sessions', 'id, project_id')
  return String(rows.find(({ id }) => id === sessionId)?.['project_id']) as ProjectId
}

const note = async (sessionId: SessionId, more: { mostWaiting?: number } = {}) => {
  await world.count()
  return makeNoteChanges({ unitOfWork: world.unitOfWork, ...more })(world.systemScope, {
    projectId: await projectOf(sessionId),
    sessionId,
  })
}

const memories = () =>
  world
    .rowsOf('memories', 'id, statement, status, origin, private_to')
    .then((rows) => rows.map(({ statement, status }) => [statement, status]).toSorted())
const relations = () =>
  world
    .rowsOf('memory_relations', 'type, status, reason')
    .then((rows) => rows.map(({ type, status }) => `${type} ${status}`))

const OLD = 'Raw soundings of the pier are kept for 30 days.'
const NEW = 'We keep raw soundings of the pier for 90 days.'

describe('what a session says that seems to change what was said before', () => {
  test('becomes two drafts, whose pair waits for a person', async () => {
    await send(OLD, { day: 1 })
    const later = await send(NEW, { day: 2 })
    expect(await note(later)).toEqual({ pairs: 1 })
    expect(await memories()).toEqual([
      [OLD, 'draft'],
      [NEW, 'draft'],
    ])
    expect(await relations()).toEqual(['relates proposed'])
  })

  describe('in a team that is served what nobody has reviewed', () => {
    const QUESTION = 'how long are raw soundings of the pier kept'
    const served = async () => {
      await readAsOwner(
        database.engine,
        `update teamlore.teams set serves_unreviewed = true where id = '${world.team.teamId}' returning 1`,
      )
      await send(OLD, { day: 1 })
      return send(NEW, { day: 2 })
    }

    test('is served as that, the later one first, while the pair waits', async () => {
      expect(await note(await served())).toEqual({ pairs: 1 })
      expect(await memories()).toEqual([
        [OLD, 'unreviewed'],
        [NEW, 'unreviewed'],
      ])
      const { items } = await world.ask(QUESTION)
      const [later, earlier] = items.filter(({ kind }) => kind === 'memory')
      expect(later?.snippet.text).toContain(NEW)
      expect(earlier?.snippet.text).toContain(OLD)
      expect(later?.said_later_than).toBe(earlier?.id)
    })

    test('comes before the message of the former one, once it has taken its place', async () => {
      await note(await served())
      const rows = await world.rowsOf('memories', 'id, statement')
      const idOf = (words: string) =>
        String(rows.find(({ statement }) => statement === words)?.['id'])
      const settled = settleRequestSchema.parse({
        keep: idOf(NEW),
        other: idOf(OLD),
        decision: 'replaces',
      })
      await makeSettlePair({ unitOfWork: world.unitOfWork })(world.scope, settled)
      const { items } = await world.ask(QUESTION)
      const [first, second] = items
      expect(first?.snippet.text).toContain('90 days')
      expect(second?.snippet.text).toContain('30 days')
      expect(first?.said_later_than).toBe(second?.id)
    })

    test('is no change any more once a person has said that both hold', async () => {
      await note(await served())
      const [keep, other] = (await world.rowsOf('memories', 'id')).map(({ id }) => String(id))
      const settled = settleRequestSchema.parse({ keep, other, decision: 'both' })
      await makeSettlePair({ unitOfWork: world.unitOfWork })(world.scope, settled)
      const { items } = await world.ask(QUESTION)
      const kept = items.filter(({ kind }) => kind === 'memory')
      expect(kept.map(({ said_later_than }) => said_later_than)).toEqual([undefined, undefined])
    })
  })

  describe('where a memory of its words names what they take the place of', () => {
    const KLAXON = 'Notices to pilots go through Klaxon.'
    const SIREN = 'Sirenpost sends the notices to pilots.'

    /** What comes of it where such a memory is there. */
    const noted = async (more: object) => {
      await send(KLAXON, { day: 1 })
      const later = await send(SIREN, { day: 2 })
      const rows = await world.rowsOf('messages', 'id, session_id')
      const ref = String(rows.find(({ session_id }) => session_id === later)?.['id'])
      await makeRemember({ unitOfWork: world.unitOfWork })(
        world.scope,
        rememberRequestSchema.parse({
          statement: 'Pilots get their texts from Sirenpost.',
          slots: { subject: 'texts', attribute: 'sender', value: 'Sirenpost', replaces: 'Klaxon' },
          evidence: [{ kind: 'message', ref, quote: SIREN }],
          project: await projectOf(later),
          ...more,
        }),
      )
      return { ...(await note(later)), kinds: await relations() }
    }

    test('a pair waits for a person all the same: nobody denied it in so many words', async () => {
      expect(await noted({})).toEqual({ pairs: 1, kinds: ['relates proposed'] })
    })

    test('a private one says nothing to the team', async () => {
      expect(await noted({ visibility: 'private' })).toEqual({ pairs: 0, kinds: [] })
    })
  })

  test('is put down once, however often the session is looked at', async () => {
    await send(OLD, { day: 1 })
    const later = await send(NEW, { day: 2 })
    await note(later)
    expect(await note(later)).toEqual({ pairs: 0 })
    expect([await memories(), await relations()]).toEqual([
      [
        [OLD, 'draft'],
        [NEW, 'draft'],
      ],
      ['relates proposed'],
    ])
  })

  test('stays settled once a person has said that both hold', async () => {
    await send(OLD, { day: 1 })
    const later = await send(NEW, { day: 2 })
    await note(later)
    const [keep, other] = (await world.rowsOf('memories', 'id')).map(({ id }) => String(id))
    const settled = settleRequestSchema.parse({ keep, other, decision: 'both' })
    await makeSettlePair({ unitOfWork: world.unitOfWork })(world.scope, settled)
    expect(await note(later)).toEqual({ pairs: 0 })
    expect(await relations()).toEqual(['relates dismissed'])
  })

  test('does not come again once a person has rejected a side of it', async () => {
    await send(OLD, { day: 1 })
    const later = await send(NEW, { day: 2 })
    await note(later)
    await readAsOwner(
      database.engine,
      `update teamlore.memories set status = 'rejected' where statement = '${NEW}' returning 1`,
    )
    expect(await note(later)).toEqual({ pairs: 0 })
    expect(await memories()).toHaveLength(2)
  })

  test('waits for its turn while too many pairs wait for a person', async () => {
    await send(OLD, { day: 1 })
    const later = await send(NEW, { day: 2 })
    expect(await note(later, { mostWaiting: 0 })).toEqual({ pairs: 0 })
    expect(await memories()).toEqual([])
  })

  test('is a contradiction where one forbids what the other asks for', async () => {
    await send('The berth editor must be called from the plan page.', { day: 1 })
    const later = await send('Never call the berth editor from the plan page.', { day: 2 })
    await note(later)
    expect(await relations()).toEqual(['contradicts held'])
  })

  test('takes the place of it where a person names the old value and denies it', async () => {
    await send('Invoices are rendered with Prawn.', { day: 1 })
    const later = await send('We left Prawn, invoices are rendered with Typst.', { day: 2 })
    await note(later)
    expect(await relations()).toEqual(['supersedes held'])
    expect(await memories()).toEqual([
      ['Invoices are rendered with Prawn.', 'superseded'],
      ['We left Prawn, invoices are rendered with Typst.', 'active'],
    ])
  })

  test('waits for a person where only an agent denies what a person said', async () => {
    await send('Invoices are rendered with Prawn.', { day: 1 })
    const later = await send('We left Prawn, invoices are rendered with Typst.', {
      day: 2,
      by: 'agent',
    })
    await note(later)
    expect((await memories()).map(([, status]) => status)).toEqual(['draft', 'draft'])
  })
})

describe('nothing is put down of', () => {
  test.each([
    ['what was said later', OLD, 3, NEW],
    ['another thing', 'Mud samples of the pier are kept for 30 days.', 1, NEW],
    ['what was asked of an agent', 'Change raw soundings of the pier to 30 days.', 1, NEW],
  ])('%s', async (_, older, day, newer) => {
    await send(older, { day })
    const later = await send(newer, { day: 2 })
    expect(await note(later)).toEqual({ pairs: 0 })
    expect(await memories()).toEqual([])
  })

  test('a session of another project', async () => {
    const elsewhere = {
      remote_url: 'https://git.test/acme/elsewhere.git',
      root_commit: null,
      root_path: '/elsewhere',
    }
    await send(OLD, { day: 1, more: { project: elsewhere } })
    expect(await note(await send(NEW, { day: 2 }))).toEqual({ pairs: 0 })
  })

  test('a session that fewer people may read', async () => {
    const earlier = await send(OLD, { day: 1 })
    const later = await send(NEW, { day: 2 })
    await readAsOwner(
      database.engine,
      `update teamlore.sessions set private_to = user_id where id = '${earlier}' returning 1`,
    )
    await readAsOwner(
      database.engine,
      `update teamlore.documents set private_to = author_id where session_id = '${earlier}' returning 1`,
    )
    expect(await note(later)).toEqual({ pairs: 0 })
  })
})
