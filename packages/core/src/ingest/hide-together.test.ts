import { AsyncLocalStorage } from 'node:async_hooks'
import type { Engine, TeamRepositories, UnitOfWork } from '@teamlore/db'
import {
  createTestDatabase,
  readAsOwner,
  type TestDatabase,
  withOthers,
} from '@teamlore/db/testing'
import type { IngestSession } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildRequest, buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeIngest, type Upload } from './ingest.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

const root = buildSession({ native_id: 'root' })
const childOf = (parent: string, native_id: string): IngestSession =>
  buildSession({ native_id, kind: 'subagent', parent_native_id: parent })

/** Notes what is asked of sessions and what names come with it, in order. */
const overheard = (unitOfWork: Pick<UnitOfWork, 'inTeam'>) => {
  const heard: [asked: string, names: string[]][] = []
  const listening = (repos: TeamRepositories): TeamRepositories =>
    withOthers(repos, {
      sessions: new Proxy(repos.sessions, {
        get: (target, key, self) => {
          const asked = Reflect.get(target, key, self)
          return (...args: unknown[]) => {
            const names = args.find(Array.isArray) as { nativeId: string }[] | undefined
            heard.push([String(key), (names ?? []).map(({ nativeId }) => nativeId)])
            return asked(...args)
          }
        },
      }),
    })
  return {
    heard,
    inTeam: ((scope, work) =>
      unitOfWork.inTeam(scope, (repos) => work(listening(repos)))) satisfies UnitOfWork['inTeam'],
  }
}

test('a request claims its sessions and those that started them once, before it reads any', async () => {
  const world = await createIngestWorld(engine)
  for (const _ of ['new', 'standing']) {
    const { heard, inTeam } = overheard(world.team.unitOfWork)
    const request = buildRequest(childOf('root', 'b'), childOf('b', 'a'))
    await makeIngest({ unitOfWork: { inTeam } })(world.scope, request)
    const [first, ...later] = heard
    expect([first?.[0], [...new Set(first?.[1])].sort()]).toEqual(['claim', ['a', 'b', 'root']])
    expect(later.length).toBeGreaterThan(0)
    expect(later.map(([asked]) => asked)).not.toContain('claim')
  }
})

type Sent = { session: IngestSession; upload?: Upload }

/** Sends one, and the other while that has written all and not committed it yet: to its end, or until it waits. */
const sendTogether = async (standing: IngestSession[], first: Sent, second: Sent) => {
  const world = await createIngestWorld(engine)
  const { unitOfWork } = world.team
  if (standing.length > 0) await world.send(...standing)
  // The other is a request of its own, whoever sets it off.
  const outside = AsyncLocalStorage.snapshot()
  let isOver = false
  const untilWaiting = async (): Promise<void> => {
    // The embedded engine has one connection: there the other waits in any case, and so would this question.
    while (engine.kind === 'postgres' && !isOver) {
      const waiting = await readAsOwner(
        engine,
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      if (waiting.length > 0) return
    }
  }
  const send = async ({ session, upload }: Sent): Promise<void> => {
    await world.ingest(world.scope, buildRequest(session), upload)
    isOver = true
  }
  const others: Promise<void>[] = []
  let begun = 0
  const inTeam: UnitOfWork['inTeam'] = (scope, work) =>
    unitOfWork.inTeam(scope, async (repos) => {
      begun++
      const result = await work(repos)
      // One finds the machine and the projects; this one writes.
      if (begun === 2) {
        others.push(outside(send, second))
        await outside(untilWaiting)
      }
      return result
    })
  const ingest = makeIngest({ unitOfWork: { inTeam } })
  await ingest(world.scope, buildRequest(first.session), first.upload)
  await Promise.all(others)
  return world
}

describe('a session that is hidden while what it starts comes in', () => {
  const hidden: Sent = { session: root, upload: { isPrivate: true } }
  const child: Sent = { session: childOf('root', 'a') }
  const below: Sent = { session: childOf('a', 'b') }

  test.each<[string, IngestSession[], Sent, Sent]>([
    ['to a parent that stands', [root], hidden, child],
    ['just before that', [root], child, hidden],
    ['to a new parent', [], hidden, child],
    ['just before a new one', [], child, hidden],
    ['further down', [root, child.session], hidden, below],
    ['further down, just before it', [root, child.session], below, hidden],
  ])('takes it along: %s', async (_, standing, first, second) => {
    const { rowsOf } = await sendTogether(standing, first, second)
    const readers = (await rowsOf('sessions', 'native_id, private_to')).map(
      ({ private_to }) => private_to === null,
    )
    expect(readers.length).toBeGreaterThan(1)
    expect(readers).not.toContain(true)
  })
})
