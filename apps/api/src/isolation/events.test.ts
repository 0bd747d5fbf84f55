import { grantSystemScope, makeDistilSession } from '@teamlore/core'
import { liveEventSchema, type SessionId } from '@teamlore/shared'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EventStream, openEvents } from '../testing/event-stream.ts'
import {
  type IsolationWorld,
  openIsolationWorld,
  plantOfTeam,
  type Stranger,
} from '../testing/isolation/isolation-world.ts'
import { openingOf, type Plan, PRIVATE, RESTRICTED } from '../testing/isolation/planting.ts'
import { ingestOf } from '../testing/transcript.ts'

type LiveType = (typeof liveEventSchema.options)[number]['shape']['type']['value']

let world: IsolationWorld
const streams: { who: Stranger; stream: EventStream }[] = []

beforeAll(async () => {
  world = await openIsolationWorld()
  await plantOfTeam(world)
  await world.plantAll()
  const url = `${await world.app.listen({ port: 0, host: '127.0.0.1' })}/v1/events`
  for (const who of [...world.strangers, world.inside]) {
    const stream = await openEvents(url, who.key)
    await stream.next(/retry: \d+/)
    streams.push({ who, stream })
  }
})
afterAll(async () => {
  for (const { stream } of streams) stream.leave()
  await world[Symbol.asyncDispose]()
})

/** A session that nobody has seen yet, of the project of a plan. */
const come = async (key: string, plan: Plan, name: string): Promise<SessionId> => {
  const answer = (await world.send(key, 'POST', '/v1/ingest', {
    ...ingestOf([{ ...openingOf(plan), native_id: `${name} of ${plan.sign}` }]),
  })) as { sessions: { session_id: SessionId }[] }
  return answer.sessions[0]?.session_id as SessionId
}

/** What makes an event of each type be sent. One without its line does not compile. */
const CAUSES: Record<LiveType, (session: SessionId) => Promise<unknown>> = {
  // Sent when it came in.
  'session.updated': async () => undefined,
  'session.distilled': (sessionId) =>
    makeDistilSession({ unitOfWork: world.us.unitOfWork })(grantSystemScope(world.us.teamId), {
      sessionId,
    }),
}

test('of what is hidden no stranger hears anything, and who may hears all of it', async () => {
  const types = liveEventSchema.options.map(({ shape }) => shape.type.value)
  expect(types.toSorted()).toEqual(Object.keys(CAUSES).toSorted())
  const { ann } = world
  const caused: { plan: Plan; session: SessionId }[] = []
  for (const plan of [PRIVATE, RESTRICTED])
    for (const type of types) {
      const session = await come(ann.key, plan, type)
      await CAUSES[type](session)
      caused.push({ plan, session })
    }
  // Afterwards, something that each may hear of, so that it is known that all before it was heard.
  const [eve] = world.strangers
  const last = {
    ours: await come(ann.key, { ...PRIVATE, project: 'heron', sign: 'z' }, 'last'),
    theirs: await come(eve?.key ?? '', { ...PRIVATE, project: 'heron', sign: 'y' }, 'last'),
  }
  for (const { who, stream } of streams) {
    const end = who.teamId === ann.teamId ? last.ours : last.theirs
    await stream.next(new RegExp(end))
    for (const { plan, session } of caused)
      expect([who.name, plan.hidden, stream.text().includes(session)]).toEqual([
        ...[who.name, plan.hidden],
        !who.hidden.includes(plan),
      ])
  }
  process.stdout.write(
    `isolation battery, live events: ${types.length} types × ${streams.length} listeners\n`,
  )
})
