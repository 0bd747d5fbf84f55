import { newId, ROUTES, type RouteOf, rowsOf } from '@teamlore/shared'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { bearer, edgeApp } from '../testing/edge-app.ts'

const rows = rowsOf(ROUTES).map(({ row }) => ({ name: `${row.method} ${row.path}`, row }))

/** What may stand in a path, one of each kind. */
const NAMES = [...Object.values(newId).map((make) => make() as string), 'a-book', 'x'.repeat(40)]

/** The path with something in it that its schema takes. */
const addressOf = ({ path, params }: RouteOf): string => {
  const name = /:([a-z]+)/.exec(path)?.[1]
  if (name === undefined) return path
  const fitting = NAMES.find((value) => params?.safeParse({ [name]: value }).success)
  if (fitting === undefined) throw new Error(`nothing fits into ${path}`)
  return path.replace(`:${name}`, fitting)
}

// Every use case is missing, so that what is not refused at the door answers 500.
let app: FastifyInstance
const mounted: { name: string; query: unknown }[] = []
beforeAll(async () => {
  app = edgeApp()
  app.addHook('onRoute', ({ method, url, schema }) => {
    mounted.push({ name: `${String(method)} ${url}`, query: schema?.querystring })
  })
  await app.ready()
})
afterAll(() => app.close())

const ask = (method: RouteOf['method'], url: string, more: InjectOptions = {}) =>
  app.inject({ method, url, headers: bearer('tlk_owner'), ...more })

const refusal = async (answer: ReturnType<typeof ask>) => {
  const { statusCode, body } = await answer
  return { status: statusCode, names: body.includes('there is no field \\"zzz\\" here') }
}

describe('a field that is none is refused and named, and nothing is done', () => {
  // A question is answered without it, and its notes say so (question-routes.test.ts).
  const noQuestion = rows.filter(({ row }) => row.wire !== 'question')

  // Where a body is taken, it is read first, and one that fits nowhere is refused before the query is looked at.
  test.each(noQuestion.filter(({ row }) => !row.body))('in the query of $name', async ({ row }) => {
    const answer = ask(row.method, `${addressOf(row)}?zzz=1`)
    expect(await refusal(answer)).toEqual({ status: 400, names: true })
  })

  test.each(noQuestion)('by the schema of the query of $name', ({ name }) => {
    const query = mounted.find((route) => route.name === name)?.query as z.ZodType | undefined
    expect(query?.safeParse({ zzz: '1' }).error?.issues).toContainEqual(
      expect.objectContaining({ code: 'unrecognized_keys', keys: ['zzz'] }),
    )
  })

  test.each(rows.filter(({ row }) => row.method !== 'GET' && row.wire !== 'file'))(
    'in the body of $name',
    async ({ row }) => {
      const answer = ask(row.method, addressOf(row), { payload: { zzz: 1 } })
      expect(await refusal(answer)).toEqual({ status: 400, names: true })
    },
  )

  test.each(rows.filter(({ row }) => row.wire === 'question'))(
    'in the address of $name by POST, which has its fields in the body',
    async ({ row }) => {
      const answer = ask('POST', `${row.path}?zzz=1`, { payload: { q: 'x' } })
      expect(await refusal(answer)).toEqual({ status: 400, names: true })
    },
  )
})

test('one within a body is named in words by which a newer client knows what to leave out', async () => {
  const file = { path: 'a.ts', status: 'modified', hunks: null, zzz: 1 }
  const answer = await ask('POST', '/v1/change-report', {
    payload: { project: 'harbour', files: [file] },
  })
  // They stay as they are: clients that are out there read them (shared/src/client/spare-fields.ts).
  expect([answer.statusCode, answer.json().error]).toMatchObject([
    400,
    {
      code: 'request.invalid',
      details: {
        issues: [{ path: 'body.files.0', message: 'there is no field "zzz" here: leave it out' }],
      },
    },
  ])
})

describe('where no body is taken', () => {
  test.each([undefined, {}])('%j is one', async (payload) => {
    const app = edgeApp({ useCases: { leaveTeam: async () => undefined } })
    const left = await app.inject({
      method: 'POST',
      url: '/v1/team/leave',
      headers: bearer('tlk_viewer'),
      ...(payload && { payload }),
    })
    await app.close()
    expect([left.statusCode, left.body]).toEqual([204, ''])
  })
})
