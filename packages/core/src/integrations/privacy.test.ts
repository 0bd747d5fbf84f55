import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { HostStandIn, StandInRepository } from '@teamlore/hosts/testing'
import type { ProjectId } from '@teamlore/shared'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { repository } from '../agents-md/testing/agents-md-world.ts'
import { makeIngestCommits } from '../commits/ingest-commits.ts'
import { grantSystemScope } from '../identity/teams/team-scope.ts'
import { makeLinkCommits } from '../linking/link-commits.ts'
import { makeSetProject } from '../projects/manage-projects.ts'
import { buildCommit, buildCommits, hashOfNumber } from '../testing/commit-builders.ts'
import { buildEdit, buildMessages, buildSession } from '../testing/ingest-builders.ts'
import { makeAskAfterLinking } from './ask-after-linking.ts'
import { makeSetIntegration } from './manage.ts'
import {
  anchors,
  createHostedWorld,
  type HostedWorld,
  pullRequest,
  STAND_INS,
} from './testing/hosted-world.ts'

describe.each(STAND_INS)('$kind:', ({ start }) => {
  let database: TestDatabase
  let standIn: HostStandIn
  let world: HostedWorld
  let merger: StandInRepository
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  beforeEach(async () => {
    standIn = await start()
    world = await createHostedWorld(database, standIn)
    merger = standIn.add({ name: 'acme/merger', url: 'https://github.com/acme/merger' })
    for (const one of [world.harbourRepository, merger]) one.pullRequests.push(pullRequest())
  })
  afterEach(() => standIn[Symbol.asyncDispose]())
  afterAll(() => database[Symbol.asyncDispose]())

  /** All that left this server for the host. */
  const said = (): string => JSON.stringify(standIn.state.asked.map(({ body }) => body))

  const plant = async () => {
    await world.remember('Zebra1 holds for everybody.', { anchors })
    await world.remember('Quokka1 is private.', { visibility: 'private', anchors })
    await world.remember('Quokka2 is a draft.', { draft: true, anchors })
    await world.remember('Quokka3 is of the merger.', { project: world.merger, anchors })
    const agents = await world.remember('Quokka4 nobody reviewed.', {
      origin: 'agent',
      draft: true,
      anchors,
    })
    await world.stored(
      `update teamlore.memories set status = 'unreviewed' where id = '${agents.id}' returning 1`,
    )
  }

  /** A commit of the pull request that a session wrote, whose title is for the team alone. */
  const plantSession = async () => {
    const project = repository('harbour')
    const added = Array.from({ length: 6 }, (_, n) => hashOfNumber(500 + n).slice(0, 16))
    const edits = [buildEdit('e1', { path: 'src/export.ts', added, ts: '2026-01-05T09:00:00Z' })]
    const { sessions } = await world.capture(
      buildSession({ project, title: 'Wombat title', edits, messages: buildMessages(4) }),
    )
    const commit = buildCommit(1, {}, { path: 'src/export.ts', added, added_lines: 6 })
    await makeIngestCommits(world)(world.scope, { ...buildCommits(commit), project })
    await makeLinkCommits(world)(grantSystemScope(world.scope.teamId), {
      projectId: world.harbour as ProjectId,
    })
    const [pull] = world.harbourRepository.pullRequests
    pull?.commits.push({ sha: hashOfNumber(1), message: 'Retry exports' })
    return sessions[0]?.session_id
  }

  const pushAll = async () => {
    for (const one of [world.harbourRepository, merger]) await world.push(one)
    await world.answer()
  }

  describe('on a repository', () => {
    test.each([true, false])(
      'nothing is said that not everybody of it may read (private: %s)',
      async (isPrivate) => {
        world.harbourRepository.isPrivate = isPrivate
        await plant()
        await world.push()
        await world.answer()
        expect(said()).toContain('Zebra1')
        expect(said()).not.toMatch(/Quokka/)
      },
    )

    test('of a restricted project its own memories are said, where the repository is private', async () => {
      await plant()
      await makeSetProject(world)(world.admin, { id: world.merger, is_restricted: true })
      await pushAll()
      const bodies = (one: StandInRepository) => one.comments.map(({ body }) => body).join()
      expect(bodies(merger)).toContain('Quokka3')
      expect(bodies(world.harbourRepository)).not.toContain('Quokka3')
      expect(bodies(merger)).not.toMatch(/Quokka[124]|Zebra1/)
    })

    test.each(['public', 'internal'] as const)(
      'of a restricted project nothing is said on one that is %s',
      async (visibility) => {
        await plant()
        await makeSetProject(world)(world.admin, { id: world.merger, is_restricted: true })
        merger.visibility = visibility
        merger.isPrivate = visibility !== 'public'
        await pushAll()
        expect(merger.comments).toEqual([])
        expect(merger.checks).toEqual([])
        expect(said()).not.toMatch(/Quokka/)
      },
    )

    test('that others read nobody is named, unless an admin allows it', async () => {
      world.harbourRepository.isPrivate = false
      await plant()
      await world.push()
      await world.answer()
      const name = (
        await world.stored<{ name: string }>(
          `select u.name from teamlore.users u join teamlore.memories m on m.author_id = u.id
        where m.team_id = '${world.admin.teamId}' limit 1`,
        )
      )[0]?.name
      expect(name).toBeTruthy()
      expect(said()).not.toContain(name)
      await makeSetIntegration(world.deps)(world.admin, {
        id: world.integration,
        set: { shows_names: true },
      })
      await world.answer()
      expect(world.harbourRepository.comments[0]?.body).toContain(name)
      expect(JSON.stringify(world.harbourRepository.checks)).not.toContain(name)
      await makeSetIntegration(world.deps)(world.admin, {
        id: world.integration,
        set: { shows_names: false },
      })
      await world.answer()
      expect(world.harbourRepository.comments[0]?.body).not.toContain(name)
    })

    test.each([
      { isPrivate: true, isOwn: false, named: true },
      { isPrivate: true, isOwn: true, named: false },
      { isPrivate: false, isOwn: false, named: false },
    ])('sessions are named to the team alone: %o', async ({ isPrivate, isOwn, named }) => {
      world.harbourRepository.isPrivate = isPrivate
      await plant()
      const session = await plantSession()
      if (isOwn)
        await world.stored(
          `update teamlore.sessions set private_to = user_id where id = '${session}' returning 1`,
        )
      await world.push()
      await world.answer()
      expect(said()).toContain('Zebra1')
      expect(said().includes('Wombat')).toBe(named)
      if (isOwn) expect(said()).not.toContain('came out of recorded sessions')
    })

    test('sessions that are linked later are added to a comment of the last hour, and to none of before', async () => {
      await plant()
      const askAfterLinking = () =>
        makeAskAfterLinking(world.deps)(grantSystemScope(world.scope.teamId), {
          projectId: world.harbour as ProjectId,
        })
      await world.push()
      await world.answer()
      expect(said()).not.toContain('Wombat')
      await plantSession()
      await askAfterLinking()
      await world.answer()
      expect(world.harbourRepository.comments[0]?.body).toContain('Wombat title')
      world.later(2 * 60 * 60_000)
      await askAfterLinking()
      expect(await world.waiting()).toEqual([])
    })

    test('that becomes public the comment loses names, also where the pull request is over', async () => {
      await plant()
      await world.push()
      await world.answer()
      const [comment] = world.harbourRepository.comments
      const before = comment?.body ?? ''
      const [pull] = world.harbourRepository.pullRequests
      if (pull) pull.state = 'closed'
      world.harbourRepository.isPrivate = false
      const changed = standIn.readersChanged(world.harbourRepository)
      if (changed === null) await world.read()
      else await world.hear(changed)
      await world.answer()
      expect(comment?.body).not.toBe(before)
      expect(comment?.edits).toBe(1)
    })
  })

  test('of a project in which all is private nothing is said, and nothing fails', async () => {
    await world.stored(
      `update teamlore.sessions set private_to = user_id where team_id = '${world.admin.teamId}' returning 1`,
    )
    await world.remember('Quokka1 is private.', { visibility: 'private', anchors })
    await world.push()
    await world.answer()
    expect(await world.waiting()).toEqual([])
    expect(world.harbourRepository.comments).toEqual([])
  })

  describe('a pull request of a fork', () => {
    test('reads what its target may say and no more, whatever its title asks for', async () => {
      await plant()
      world.harbourRepository.pullRequests = [
        pullRequest({
          fork: 'mallory/harbour',
          title: 'Quokka1 Quokka2 Quokka3 Quokka4 are of the merger',
        }),
      ]
      await world.push()
      await world.answer()
      expect(said()).toContain('Zebra1')
      expect(said()).not.toMatch(/Quokka/)
    })

    test('in the fork itself hears nothing: it is another project', async () => {
      await plant()
      const fork = standIn.add({
        name: 'mallory/harbour',
        url: 'https://github.com/mallory/harbour',
      })
      fork.pullRequests.push(pullRequest())
      await world.push(fork)
      await world.answer()
      expect(fork.comments).toEqual([])
      expect(said()).not.toMatch(/Quokka|Zebra/)
    })
  })
})
