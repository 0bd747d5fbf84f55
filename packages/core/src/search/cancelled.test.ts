import type { UnitOfWork } from '@teamlore/db'
import {
  completionQuerySchema,
  conceptsQuerySchema,
  contextQuerySchema,
  searchQuerySchema,
} from '@teamlore/shared'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeGetContext } from '../context/get-context.ts'
import { openSessions } from '../records/session.record.ts'
import { makeCompleteQuery } from './complete/complete-query.ts'
import { makeListConcepts } from './list-concepts.ts'
import { makeSearch } from './search.ts'
import { makeSearchSessions } from './search-sessions.ts'
import { LOCKS } from './testing/sample-sessions.ts'
import { NOW, type OwnSearchWorld, openSearchWorld } from './testing/search-world.ts'

let world: OwnSearchWorld

beforeAll(async () => {
  world = await openSearchWorld()
  await world.send(LOCKS)
})
afterAll(() => world[Symbol.asyncDispose]())

type Searching = Pick<UnitOfWork, 'inTeam' | 'searchInTeam'>

/** Every door, asked with what makes it look into the database. */
const DOORS: Record<
  string,
  (unitOfWork: Searching, options: { signal: AbortSignal }) => Promise<unknown>
> = {
  search: (unitOfWork, options) =>
    makeSearch({ unitOfWork, now: () => NOW })(world.scope, searching('lock'), options),
  list: (unitOfWork, options) =>
    makeSearch({ unitOfWork, now: () => NOW })(world.scope, searching('type:prompt'), options),
  sessions: (unitOfWork, options) =>
    makeSearchSessions({ unitOfWork, search: makeSearch({ unitOfWork }), openSessions })(
      world.scope,
      searching('type:prompt'),
      options,
    ),
  brief: (unitOfWork, options) =>
    makeGetContext({ unitOfWork })(
      world.scope,
      contextQuerySchema.parse({ project: 'parser' }),
      options,
    ),
  completion: (unitOfWork, options) =>
    makeCompleteQuery({ unitOfWork })(
      world.scope,
      completionQuerySchema.parse({ q: 'tool:' }),
      options,
    ),
  concepts: (unitOfWork, options) =>
    makeListConcepts({ unitOfWork })(world.scope, conceptsQuerySchema.parse({}), options),
}

const searching = (q: string) => searchQuerySchema.parse({ q })

/** The asker goes while their turn at the database has not come; `asked` is what is asked of it all the same. */
const leaving = (gone: AbortController, asked: string[]): Searching => {
  const watched = <R extends object>(repositories: R): R =>
    new Proxy(repositories, {
      get: (all, group) => {
        const repository = Reflect.get(all, group) as object
        return new Proxy(repository, {
          get: (own, name) => {
            asked.push(`${String(group)}.${String(name)}`)
            return Reflect.get(own, name)
          },
        })
      },
    })
  return {
    inTeam: (scope, work) => {
      gone.abort()
      return world.unitOfWork.inTeam(scope, (repositories) => work(watched(repositories)))
    },
    searchInTeam: (scope, bounds, work) => {
      gone.abort()
      return world.unitOfWork.searchInTeam(scope, bounds, (repositories) =>
        work(watched(repositories)),
      )
    },
  }
}

test.each(Object.keys(DOORS))(
  '%s: once whoever asked has gone, nothing more is asked of the database',
  async (door) => {
    const asked: string[] = []
    const gone = new AbortController()
    const answer = DOORS[door]?.(leaving(gone, asked), { signal: gone.signal })
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
    expect(asked).toEqual([])
  },
)

test('a brief hands its asker on to the search', async () => {
  const gone = new AbortController()
  const { signal } = gone
  const signals: unknown[] = []
  const brief = makeGetContext({
    unitOfWork: world.unitOfWork,
    search: async (_, __, options) => {
      signals.push(options?.signal)
      gone.abort()
      options?.signal?.throwIfAborted()
      throw new Error('went on')
    },
  })
  const query = contextQuerySchema.parse({ q: 'lock' })
  await expect(brief(world.scope, query, { signal })).rejects.toMatchObject({ name: 'AbortError' })
  expect(signals).toEqual([signal])
})
