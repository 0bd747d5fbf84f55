import type { WorkerReport } from '@teamlore/db'
import { readAsOwner } from '@teamlore/db/testing'
import { newId, type SessionId } from '@teamlore/shared'
import type { ApiConfig } from '../../app.ts'
import { bookOf } from '../book-rows.ts'
import { openWorld, type World, type WorldTeam } from '../world.ts'
import {
  apartOf,
  embedAll,
  idsOf,
  OF_TEAM,
  openingOf,
  type Plan,
  type Planting,
  PRIVATE,
  plant,
  RESTRICTED,
} from './planting.ts'
import { type Send, sendTo } from './send.ts'

const NOW = new Date('2026-06-01T12:00:00Z')

/** Somebody who asks, and what must stay hidden from them. */
export type Stranger = {
  name: string
  key: string
  teamId: string
  userId: string
  role: 'viewer' | 'member' | 'admin' | 'owner'
  /** Where somebody else made their credential. */
  given?: { by: string; hidesPrivate: boolean }
  hidden: Plan[]
}

export type IsolationWorld = World & {
  us: WorldTeam
  send: Send
  /** Who owns and wrote all of it. */
  ann: { key: string; teamId: string; userId: string; role: 'owner' }
  /** On the list of the restricted project. */
  inside: Stranger
  strangers: Stranger[]
  /** Makes what is hidden be there. Before, the team has its projects and its books alone. */
  plantAll: () => Promise<void>
  plantings: Planting[]
  projectIds: Map<string, string>
  /** What the clock says all the time. */
  now: Date
}

/**
 * A team with a private project of Ann's, a restricted one, and what all may read; people who stand outside of each; and another
 * team beside it.
 */
export const openIsolationWorld = async (
  config: Partial<ApiConfig> = {},
): Promise<IsolationWorld> => {
  // Scores and ages must not change between two questions.
  const world = await openWorld(config, { now: () => NOW, hasOwnDatabase: true })
  const us = await world.addTeam('Ann')
  const them = await world.addTeam('Eve')
  const send = sendTo(world.app)
  const key = us.keys.owner

  await us.fill([PRIVATE, RESTRICTED, OF_TEAM].map(openingOf))
  await them.fill([{ ...openingOf(OF_TEAM), native_id: 'theirs' }])
  await send(them.keys.member, 'POST', '/v1/books/reef/ingest', bookOf())
  const projects = await projectsOf(world, us)
  await send(key, 'PUT', `/v1/projects/${projects[PRIVATE.project]}`, {
    default_visibility: 'private',
  })
  const vault = `/v1/projects/${projects[RESTRICTED.project]}`
  await send(key, 'PUT', vault, { is_restricted: true })
  for (const id of Object.values(projects))
    await send(key, 'PUT', `/v1/projects/${id}`, { shares_code: true })

  const join = async (role: 'viewer' | 'member' | 'admin', name: string, called: string) => {
    const member = await us.addMember(role, name)
    return {
      name: called,
      key: await us.ownKeyOf(member),
      teamId: us.teamId,
      role,
      userId: member.userId,
      hidden: [PRIVATE, RESTRICTED],
    }
  }
  await reportWork(us, world, [])
  const viewer = await join('viewer', 'Vera', 'a viewer')
  const outside = await join('member', 'Mia', 'a member outside the project')
  const nothing = await join('member', 'Bo', 'a member, owner of nothing')
  const admin = await join('admin', 'Ada', 'an admin outside the project')
  const given = await givenTo(us, send)
  const inside = await join('member', 'Ivy', 'a member inside the project')
  await send(key, 'POST', `${vault}/access`, { user: inside.userId })
  // Of her own, and private: she is no stranger to the product, and to these projects she is.
  await send(outside.key, 'POST', '/v1/memories', {
    statement: 'I keep the tide tables.',
    visibility: 'private',
  })

  const plantings: Planting[] = []
  return {
    ...world,
    us,
    send,
    plantings,
    now: NOW,
    projectIds: new Map(Object.entries(projects)),
    ann: { key, teamId: us.teamId, userId: us.owner.userId, role: 'owner' },
    inside: { ...inside, hidden: [PRIVATE] },
    strangers: [
      {
        name: 'the owner of another team',
        key: them.keys.owner,
        teamId: them.teamId,
        userId: them.owner.userId,
        role: 'owner',
        hidden: [PRIVATE, RESTRICTED, OF_TEAM],
      },
      viewer,
      outside,
      nothing,
      admin,
      given,
    ],
    plantAll: async () => {
      for (const plan of [PRIVATE, RESTRICTED]) {
        const planting = await plant(send, us, plan)
        await embedAll(us, world)
        planting.ids = await idsOf(world.engine, us, plan)
        plantings.push(planting)
        await planBackground(us, world, planting)
        await contradictTeam(us, world, planting)
      }
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

/** Ann herself, by a key that another owner made, who stands outside of the restricted project. */
const givenTo = async (us: WorldTeam, send: Send): Promise<Stranger> => {
  const maker = await us.addMember('owner', 'Otto')
  const { userId } = us.owner
  const body = { name: 'given', user: userId, role: 'owner' }
  const made = await send(await us.ownKeyOf(maker), 'POST', '/v1/keys', body)
  return {
    name: 'Ann by a key that another made',
    key: (made as { key: string }).key,
    teamId: us.teamId,
    userId,
    role: 'owner',
    hidden: [PRIVATE, RESTRICTED],
    given: { by: maker.userId, hidesPrivate: true },
  }
}

/** What lies there and is hidden from somebody. */
export const plantingsOf = (
  { plantings }: Pick<IsolationWorld, 'plantings'>,
  { hidden }: Pick<Stranger, 'hidden'>,
): Planting[] => plantings.filter(({ sign }) => hidden.some((plan) => plan.sign === sign))

/** What all of the team may read, and nobody else. */
export const plantOfTeam = async (world: IsolationWorld): Promise<void> => {
  const planting = await plant(world.send, world.us, OF_TEAM)
  const book = bookOf()
  await world.send(world.ann.key, 'POST', '/v1/books/heron/ingest', {
    ...book,
    files: book.files.map((file) => ({
      ...file,
      text: `${file.text}\n${OF_TEAM.asked} ${OF_TEAM.hidden}\n`,
    })),
  })
  await embedAll(world.us, world)
  planting.ids = await idsOf(world.engine, world.us, OF_TEAM)
  world.plantings.push(planting)
}

const projectsOf = async ({ engine }: World, us: WorldTeam): Promise<Record<string, string>> => {
  const found = await readAsOwner<{ id: string; name: string }>(
    engine,
    `select id, name from teamlore.projects where team_id = '${us.teamId}'`,
  )
  return Object.fromEntries(found.map(({ id, name }) => [name.split('/').at(-1) ?? name, id]))
}

/** What a worker says of itself, which all teams are shown: from the beginning, so that it changes no answer later. */
const reportWork = (us: WorldTeam, { embedder }: World, dead: WorkerReport['dead']) =>
  us.unitOfWork.asSystem(({ workerReports }) =>
    workerReports.save({
      workerId: `w-${dead[0]?.id ?? 'at rest'}`,
      startedAt: new Date(0),
      jobs: [],
      dead,
      embedding: { space: embedder.space.id, note: null },
    }),
  )

/** One of its memories contradicts one that all of the team may read. The relation is open to all: the memories are what is not. */
const contradictTeam = (us: WorldTeam, { engine }: World, planting: Planting) =>
  readAsOwner(
    engine,
    `insert into teamlore.memory_relations (from_id, to_id, type, team_id, private_to, status, confidence, reason, created_at)
      select h.id, o.id, 'contradicts', '${us.teamId}', null, 'held', 0.9, '', now()
      from teamlore.memories h, teamlore.memories o
      where h.team_id = '${us.teamId}' and h.status = 'active' and h.statement = '${apartOf(planting)}'
        and o.team_id = '${us.teamId}' and o.status = 'active' and o.statement = '${apartOf(OF_TEAM)}'
      returning 1`,
  )

/** A job that failed over it, in words of it, and a call of a model about it. */
const planBackground = async (us: WorldTeam, world: World, planting: Planting) => {
  const { engine } = world
  const session = planting.ids.get('session')?.[0] as SessionId
  await reportWork(us, world, [
    {
      id: `distil-session/${planting.sign}`,
      name: 'distil-session',
      payload: { team_id: us.teamId, session_id: session },
      attempts: 5,
      reason: `It broke over ${planting.hidden}`,
      failed_at: null,
    },
  ])
  await readAsOwner(
    engine,
    `update teamlore.memory_anchors a set state = 'dirty', changed_at = now() from teamlore.memories m
      where m.id = a.memory_id and m.status = 'active' and m.statement like '%${planting.hidden}%' returning 1`,
  )
  await readAsOwner(
    engine,
    `insert into teamlore.usage_events (id, team_id, session_id, purpose, provider, model, key, state,
        input_tokens, output_tokens)
      values ('${newId.event()}', '${us.teamId}', '${session}', 'distil', 'openai', 'm', 'k-${planting.sign}', 'done', 1, 1)
      returning 1`,
  )
  await readAsOwner(
    engine,
    `insert into teamlore.model_answers (team_id, key, session_id, private_to, answer)
      select '${us.teamId}', 'k-${planting.sign}', id, private_to, '{"said": "${planting.hidden}"}'
      from teamlore.sessions where id = '${session}' returning 1`,
  )
}
