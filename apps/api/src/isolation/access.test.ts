import { ROUTES } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BATTERY } from '../testing/all-rows.ts'
import { BOOK_FILL } from '../testing/book-rows.ts'
import { CODE_FILL, SHARED_CODE_FILL } from '../testing/code-rows.ts'
import { listsOf } from '../testing/derived-rows.ts'
import { bearer } from '../testing/edge-app.ts'
import { FORGET_ROUTES } from '../testing/forgetting-rows.ts'
import { MEMORY_ROWS } from '../testing/memory-rows.ts'
import type { Ids, RouteBattery } from '../testing/route-battery.ts'
import { nameOf, SIGN_IN_ROUTES } from '../testing/sign-in-routes.ts'
import { handoverOf, transcript } from '../testing/transcript.ts'
import { openWorld, type World, type WorldTeam } from '../testing/world.ts'
import { WRITE_ROWS } from '../testing/write-rows.ts'

/** Tested at length elsewhere: what they answer is no answer of this kind. */
const ELSEWHERE = [
  'POST /v1/sign-in',
  'GET /v1/events',
  // own-export.test.ts: it answers with lines.
  'GET /v1/me/export',
  // team.test.ts: leaving and handing over end what the other rows need; tokens are their own proof.
  'POST /v1/team/leave',
  'POST /v1/team/transfer',
  'POST /v1/teams',
  'POST /v1/invitations/show',
  'POST /v1/invitations/accept',
  'POST /v1/invitations/join',
  'POST /v1/invitations/decline',
  ...SIGN_IN_ROUTES.map(nameOf),
  // integrations.test.ts: a signature says who sends it.
  'POST /v1/hooks/github/:integration',
  'POST /v1/hooks/gitlab/:integration',
  'POST /v1/hooks/in/:hook',
  'POST /v1/hooks/slack/:slack',
]

/** What ends things goes last, and the key that others ask with last of all. */
const lastness = ({ route }: RouteBattery): number =>
  Number(route.startsWith('DELETE')) +
  Number(FORGET_ROUTES.includes(route) && route.startsWith('DELETE')) +
  2 * Number(route === 'DELETE /v1/keys/:id')

const BELOW = { member: 'viewer', admin: 'member', owner: 'admin' } as const

describe('every route', () => {
  let world: World
  let us: WorldTeam
  let them: WorldTeam
  let ids: Ids
  const registered: string[] = []

  beforeAll(async () => {
    world = await openWorld()
    world.app.addHook('onRoute', ({ method, url }) => {
      if (url.startsWith('/v1/')) registered.push(`${String(method)} ${url}`)
    })
    await world.app.ready()
    us = await world.addTeam('Ann')
    them = await world.addTeam('Eve')
    const [session = ''] = await us.fill()
    await them.fill([
      transcript({ native_id: 'theirs', title: 'Paint the shed', messages: [], edits: [] }),
    ])
    for (const row of [
      ...[...WRITE_ROWS, ...MEMORY_ROWS].filter(({ fillsTeam }) => fillsTeam),
      BOOK_FILL,
      CODE_FILL,
    ])
      await send(row, row.request({} as Ids), us.keys.member)
    const first = async (path: string, as: 'viewer' | 'admin' = 'viewer') =>
      (await us.ask(path, as)).json().items[0].id as string
    const job = 'distil-session/1'
    await us.unitOfWork.asSystem(({ workerReports }) =>
      workerReports.save({
        workerId: 'w1',
        startedAt: new Date(),
        jobs: [],
        dead: [
          {
            id: job,
            name: 'distil-session',
            payload: { team_id: us.teamId, session_id: session },
            attempts: 5,
            reason: 'It broke',
            failed_at: null,
          },
        ],
        embedding: { space: null, note: null },
      }),
    )
    const bo = await us.addMember('viewer', 'Bo')
    const invited = await world.app.inject({
      method: 'POST',
      url: '/v1/team/invitations',
      headers: bearer(us.keys.admin),
      payload: { role: 'viewer' },
    })
    const invitation = invited.json().id as string
    const note = await world.app.inject({
      method: 'POST',
      url: `/v1/sessions/${session}/notes`,
      headers: bearer(us.keys.member),
      payload: { kind: 'annotation', text: 'Watch the tide.' },
    })
    const handover = await world.app.inject({
      method: 'POST',
      url: '/v1/handovers',
      headers: bearer(us.keys.member),
      payload: handoverOf(),
    })
    const deletion = await world.app.inject({
      method: 'POST',
      url: '/v1/deletions',
      headers: bearer(us.keys.member),
      payload: { mine: true, before: '2001-01-01' },
    })
    const found: Partial<Ids> = {
      deletion: deletion.json().id,
      event: handover.json().id,
      message: await first(`/v1/sessions/${session}/messages`),
      key: await first('/v1/keys', 'admin'),
      job,
      invitation,
      project: await first('/v1/projects'),
      user: bo.userId,
      sessionNote: note.json().id,
    }
    for (const { about, path } of listsOf(ROUTES)) found[about] ??= await first(path)
    const { items } = (await us.ask('/v1/projects')).json()
    const heron = items.find(({ name }: { name: string }) => name === 'acme/heron')
    for (const { route, request } of SHARED_CODE_FILL)
      await world.app.inject({
        method: route.split(' ')[0] as 'PUT' | 'POST',
        headers: bearer(us.keys.admin),
        ...request(heron.id),
      })
    ids = found as Ids
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test('has its row in the table of this file', () => {
    const covered = [...BATTERY.map(({ route }) => route), ...ELSEWHERE]
    expect(registered.toSorted()).toEqual(covered.toSorted())
  })

  const send = (
    { route }: RouteBattery,
    request: ReturnType<RouteBattery['request']>,
    key?: string,
  ) =>
    world.app.inject({
      ...request,
      method: route.split(' ')[0] as 'GET',
      headers: key === undefined ? {} : bearer(key),
    })

  // Last, because afterwards the key it revokes is one of those the other rows need.
  const rows = BATTERY.toSorted((a, b) => lastness(a) - lastness(b))

  describe.each(rows)('$route', (row) => {
    const keyOf = (team: WorldTeam, as = row.as) => (as === 'nobody' ? undefined : team.keys[as])

    if (row.as !== 'nobody')
      test('answers 401 without a key', async () => {
        const response = await send(row, row.request(ids))
        expect(response.statusCode).toBe(401)
        expect(response.json().error.code).toBe('access.unauthenticated')
      })

    if (row.as !== 'nobody' && row.as !== 'viewer') {
      const below = BELOW[row.as]
      test(`answers 403 to a ${below}`, async () => {
        const response = await send(row, row.request(ids), us.keys[below])
        expect(response.statusCode).toBe(403)
        expect(response.json().error.code).toBe('access.forbidden')
      })
    }

    const { malformed } = row
    if (malformed)
      test('answers 400 when asked wrongly', async () => {
        const response = await send(row, malformed(ids), keyOf(us))
        expect(response.statusCode, response.body).toBe(400)
        expect(response.json().error.code).toBe('request.invalid')
      })

    test(`gives another team ${row.others === 'not_found' ? '404' : row.others}`, async () => {
      const response = await send(row, row.request(ids), keyOf(them))
      if (row.others === 'not_found') {
        expect(response.statusCode).toBe(404)
        return expect(response.json().error.code).toMatch(/[._]not_found$/)
      }
      expect(response.statusCode, response.body).toBe(row.status)
      for (const ofOurs of [us.teamId, ...Object.values(ids)].filter((id) => id.includes('_')))
        if (row.route !== 'GET /v1/records') expect(response.body).not.toContain(ofOurs)
      if (row.route === 'GET /v1/records') expect(response.json().items).toEqual([])
    })

    test('works', async () => {
      const response = await send(row, row.request(ids), keyOf(us))
      expect(response.statusCode, response.body).toBe(row.status)
      row.check?.(response, ids)
    })
  })
})
