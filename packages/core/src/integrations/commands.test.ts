import { createTestDatabase, createTestTeam, type TestDatabase } from '@teamlore/db/testing'
import type { HostStandIn } from '@teamlore/hosts/testing'
import { newId } from '@teamlore/shared'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Commenting, createCommenting } from './testing/commenting.ts'
import {
  anchors,
  createHostedWorld,
  type HostedWorld,
  PATH,
  pullRequest,
  STAND_INS,
} from './testing/hosted-world.ts'

describe.each(STAND_INS)('$kind:', ({ start }) => {
  let database: TestDatabase
  let standIn: HostStandIn
  let world: HostedWorld
  let talk: Commenting
  let account = 100
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  beforeEach(async () => {
    standIn = await start()
    world = await createHostedWorld(database, standIn)
    talk = createCommenting(world)
    // No comment of its own: only answers are looked at.
    world.harbourRepository.pullRequests.push(pullRequest({ files: [] }))
    account += 1
    await link(world.scope.userId, account)
  })
  afterEach(() => standIn[Symbol.asyncDispose]())
  afterAll(() => database[Symbol.asyncDispose]())

  const link = (userId: string, subject: number, provider?: string) =>
    talk.link(userId, subject, provider)

  type Written = { body: string; author?: number; type?: 'User' | 'Bot'; delivery?: string }

  const write = ({ author = account, ...written }: Written) => talk.write({ author, ...written })

  const hear = ({ id, ...heard }: Omit<Written, 'author'> & { id: number }) => talk.hear(id, heard)

  const answers = () =>
    world.harbourRepository.comments.filter(({ app }) => app !== null).map(({ body }) => body)

  const traces = () =>
    world.stored<{ state: string; error: string | null }>(
      `select state, error from teamlore.hook_deliveries where team_id = '${world.admin.teamId}' order by id`,
    )

  describe('/lore why', () => {
    test('answers a member with what everybody who reads the repository may read, once', async () => {
      await world.remember('Exports are retried five times.', { anchors })
      await world.remember('Quokka1 is private.', { visibility: 'private', anchors })
      await world.remember('Quokka2 is a draft.', { draft: true, anchors })
      expect(await write({ body: `/lore why \`${PATH}:10\``, delivery: 'one' })).toEqual({
        state: 'taken',
      })
      await world.answer()
      expect(answers()).toHaveLength(1)
      expect(answers()[0]).toContain('Exports are retried five times.')
      expect(answers()[0]).not.toContain('Quokka')
      expect(await traces()).toEqual([{ state: 'done', error: null }])
    })

    test('names nobody on a public repository', async () => {
      await world.remember('Exports are retried five times.', { anchors })
      world.harbourRepository.isPrivate = false
      const [{ name } = { name: '' }] = await world.stored<{ name: string }>(
        `select name from teamlore.users where id = '${world.scope.userId}'`,
      )
      await write({ body: `/lore why ${PATH}` })
      await world.answer()
      expect(answers()[0]).toContain('Exports are retried')
      expect(answers()[0]).not.toContain(name)
    })
  })

  describe('/lore remember', () => {
    test('makes a draft of the words of a member, with the comment as evidence, and repeats none of them', async () => {
      await write({ body: '/lore remember Zebras cross @everyone <img src=x> at night.' })
      await world.answer()
      const [memory, ...others] = await world.memories()
      expect(others).toEqual([])
      expect(memory).toMatchObject({ status: 'draft', origin: 'human' })
      const found = await world.memory(memory?.id ?? '')
      expect(found.evidence).toMatchObject([
        { kind: 'document', ref: expect.stringMatching(/\/comments\/|#note_/) },
      ])
      expect(answers()[0]).toContain(memory?.id)
      expect(answers()[0]).not.toMatch(/Zebras|everyone|img/)
    })

    test('is nothing where it says more than a memory may', async () => {
      expect(await write({ body: `/lore remember ${'x'.repeat(60_000)}` })).toEqual({
        state: 'ignored',
      })
    })
  })

  describe('nobody else is answered, and a trace says why', () => {
    const SAID = '/lore remember Wolves are tame.'
    const isSilent = async () => {
      await world.answer()
      expect(answers()).toEqual([])
      expect(await world.memories()).toEqual([])
    }

    test('where the account is none of a member', async () => {
      await write({ body: SAID, author: 999_999 })
      await isSilent()
      expect(await traces()).toMatchObject([
        { state: 'ignored', error: expect.stringContaining('nobody who signs in here') },
      ])
    })

    test('where another provider than that of the host says whose account it is', async () => {
      await link(world.scope.userId, 777_000 + account, 'oidc')
      await write({ body: SAID, author: 777_000 + account })
      await isSilent()
    })

    const addProvider = async (teamId: string, kind: string = standIn.kind): Promise<string> => {
      const provider = newId.provider()
      await world.stored(
        `insert into teamlore.sign_in_providers (id, team_id, kind, name, issuer, client_id, client_secret, allowed_domains, email_trust, groups_claim, group_roles, created_at)
          values ('${provider}', '${teamId}', '${kind}', 'Theirs', '${standIn.webUrl}', 'x', 'x', '{}', 'verified', '', '[]', now()) returning 1`,
      )
      return provider
    }

    test('where the account has the number of a member at another server of the same kind', async () => {
      const subject = 555_000 + account
      await talk.link(world.scope.userId, subject, standIn.kind, 'https://another.test')
      await write({ body: SAID, author: subject })
      await isSilent()
    })

    test('where a provider of the team that is no host of code says whose account it is', async () => {
      const provider = await addProvider(world.admin.teamId, 'oidc')
      await link(world.scope.userId, 444_000 + account, provider)
      await write({ body: SAID, author: 444_000 + account })
      await isSilent()
    })

    test('where the account is of a member of another team', async () => {
      const other = await createTestTeam(database.engine)
      const { userId } = await other.addMember('owner', 'Zoe')
      await link(userId, 333_000 + account)
      await write({ body: SAID, author: 333_000 + account })
      await isSilent()
    })

    test('where the account is of two members, one by each provider', async () => {
      const { userId } = await world.person('Bob')
      const subject = 222_000 + account
      await link(world.scope.userId, subject)
      await link(userId, subject, await addProvider(world.admin.teamId))
      await write({ body: SAID, author: subject })
      await isSilent()
    })

    test('where a provider of another team says whose account it is', async () => {
      const { teamId } = await createTestTeam(database.engine)
      const provider = await addProvider(teamId)
      await link(world.scope.userId, 888_000 + account, provider)
      await write({ body: SAID, author: 888_000 + account })
      await isSilent()
    })

    test('where the member may only read', async () => {
      await world.stored(
        `update teamlore.memberships set role = 'viewer' where user_id = '${world.scope.userId}' returning 1`,
      )
      await write({ body: SAID })
      await isSilent()
    })

    test('where a program wrote it, as the event says or as the host does', async () => {
      expect(await write({ body: SAID, type: 'Bot' })).toEqual({ state: 'ignored' })
      const id = standIn.state.nextId++
      const author = { id: account, type: 'Bot' as const }
      world.harbourRepository.comments.push({
        id,
        number: 3,
        body: SAID,
        app: null,
        author,
        edits: 0,
      })
      await hear({ id, body: SAID })
      await isSilent()
      expect(await traces()).toEqual([
        { state: 'ignored', error: 'Written by a program.' },
        { state: 'ignored', error: 'Written by a program.' },
      ])
    })

    test('where it is no command', async () => {
      for (const body of [
        'Nice!',
        'see /lore why',
        '> /lore remember x',
        '/lorewhy',
        '/lore whyever',
      ])
        expect(await write({ body })).toEqual({ state: 'ignored' })
      await isSilent()
    })
  })

  describe('whatever goes wrong, there are never two answers', () => {
    test('where an event comes twice, and once more under another id', async () => {
      await write({ body: '/lore remember Owls are awake.', delivery: 'same' })
      const id = world.harbourRepository.comments[0]?.id ?? 0
      expect(await hear({ id, body: '/lore remember Owls are awake.', delivery: 'same' })).toEqual({
        state: 'known',
      })
      await world.answer()
      await hear({ id, body: '/lore remember Owls are awake.', delivery: 'other' })
      await world.answer()
      expect(answers()).toHaveLength(1)
      expect(await world.memories()).toHaveLength(1)
    })

    test('where the host took it and its answer was lost', async () => {
      await write({ body: '/lore remember Owls are awake.' })
      standIn.fail({ ...standIn.routes.newComment, status: 502, isDone: true })
      await world.answer()
      for (let tries = 0; tries < 3; tries += 1) {
        world.later(60_000)
        await world.answer()
      }
      expect(answers()).toHaveLength(1)
      expect(await world.memories()).toHaveLength(1)
      expect(await traces()).toEqual([{ state: 'done', error: null }])
    })

    test('where the comment was taken away', async () => {
      await write({ body: '/lore why' })
      world.harbourRepository.comments.length = 0
      await world.answer()
      expect(answers()).toEqual([])
      expect(await traces()).toEqual([{ state: 'ignored', error: 'The comment is gone.' }])
    })
  })
})
