import { HostError } from '@teamlore/shared/code-hosts'
import { describe, expect, test } from 'vitest'
import { makeSetProject } from '../projects/manage-projects.ts'
import { STAND_INS } from './testing/hosted-world.ts'
import { proposing } from './testing/proposing.ts'
import { BRANCH } from './testing/proposing-world.ts'

describe.each(STAND_INS)('$kind:', ({ start }) => {
  const at = proposing(start, (world) => world.remember('Exports are retried five times.'))

  const killed = () => Promise.reject(new Error('killed'))
  const oneThatSays = async (text: string) => {
    expect(at.world.proposals()).toMatchObject([{ state: 'open' }])
    expect(at.world.fileOn(BRANCH)).toContain(text)
    expect(await at.world.status()).toMatchObject({
      state: 'open',
      number: at.world.proposals()[0]?.number,
      note: null,
    })
  }

  describe('whatever goes wrong, there are never two pull requests and nothing is lost', () => {
    test('where the job runs twice at once, and again', async () => {
      await at.world.switchOn()
      await Promise.all([at.world.propose(), at.world.propose()])
      await at.world.propose()
      await at.world.proposeLater()
      await oneThatSays('retried')
      expect(at.world.posts()).toBe(1)
    })

    test('where it is killed between the branch and the pull request', async () => {
      await at.world.switchOn()
      await expect(at.world.propose({ propose: killed })).rejects.toThrow('killed')
      const head = at.world.git.branches[BRANCH]
      expect(head).toBeDefined()
      at.world.later(20_000)
      await at.world.propose()
      await oneThatSays('retried')
      expect(at.world.git.branches[BRANCH]).toBe(head)
    })

    test('where it is killed after the branch was made, before that was written down', async () => {
      await at.world.switchOn()
      const commitFile: typeof at.world.host.commitFile = async (...asked) => {
        await at.world.host.commitFile(...asked)
        throw new Error('killed')
      }
      await expect(at.world.propose({ commitFile })).rejects.toThrow('killed')
      const head = at.world.git.branches[BRANCH]
      at.world.later(20_000)
      await at.world.propose()
      await oneThatSays('retried')
      expect(at.world.git.branches[BRANCH]).toBe(head)
    })

    test('where the pull request was made and its answer is lost', async () => {
      await at.world.switchOn()
      at.standIn.fail({ ...at.standIn.routes.proposing, status: 0, isDone: true })
      await at.world.propose()
      expect((await at.world.status()).note).not.toBeNull()
      await at.world.proposeLater()
      await oneThatSays('retried')
      expect(at.world.posts()).toBe(1)
    })

    test('where what is closed is closed and its answer is lost: it comes back when there is something to say', async () => {
      await at.world.switchOn()
      await at.world.propose()
      await at.world.stored(
        `update teamlore.memories set status = 'archived' where team_id = '${at.world.admin.teamId}' returning id`,
      )
      at.standIn.fail({ ...at.standIn.routes.closing, status: 0, isDone: true })
      await at.world.proposeLater()
      await at.world.proposeLater()
      expect(at.world.proposals()).toMatchObject([{ state: 'closed' }])
      await at.world.stored(
        `update teamlore.memories set status = 'active' where team_id = '${at.world.admin.teamId}' returning id`,
      )
      await at.world.proposeLater()
      expect(at.world.proposals().map(({ state }) => state)).toEqual(['closed', 'open'])
    })

    test.each<[string, () => void]>([
      [
        'it is asked too often',
        () =>
          at.standIn.fail({
            ...at.standIn.routes.committing,
            status: 429,
            headers: { 'retry-after': '60' },
          }),
      ],
      ['it fails', () => at.standIn.fail({ ...at.standIn.routes.moving, status: 502 })],
      [
        'it fails to open it',
        () => at.standIn.fail({ ...at.standIn.routes.proposing, status: 503 }),
      ],
      [
        'its answer of the branch is lost',
        () => at.standIn.fail({ ...at.standIn.routes.moving, status: 0, isDone: true }),
      ],
      ['it cannot be read', () => at.standIn.fail({ ...at.standIn.routes.reading, status: 500 })],
    ])('where %s', async (_, fault) => {
      await at.world.switchOn()
      fault()
      await at.world.propose()
      at.world.later(6 * 60_000)
      await at.world.propose()
      await at.world.proposeLater()
      await oneThatSays('retried')
      expect(at.world.proposals()).toHaveLength(1)
    })

    test('where its token ends, and it gets another', async () => {
      await at.world.switchOn()
      await at.world.propose()
      await at.world.remember('Berths are given by size.')
      at.standIn.endTokens()
      await at.world.proposeLater()
      at.standIn.giveTokens()
      await at.world.proposeLater()
      await oneThatSays('Berths')
      expect(at.world.posts()).toBe(1)
    })

    test('it says when a host that asks to wait is asked again', async () => {
      await at.world.switchOn()
      await at.world.propose({
        topFiles: () =>
          Promise.reject(
            new HostError('limited', 'Later.', { retryAt: new Date(4_000_000_000_000) }),
          ),
      })
      const [row] = await at.world.stored<{ next_at: Date | string }>(
        `select next_at from teamlore.agents_md_pull_requests where team_id = '${at.world.admin.teamId}'`,
      )
      expect(new Date(row?.next_at ?? 0).getTime()).toBe(4_000_000_000_000)
    })
  })

  describe('what the app may do', () => {
    const lacks = () =>
      at.standIn.kind === 'github' ? /lacks pull_requests: write/ : /lacks the role Developer/

    test('is asked before it is switched on, and what is missing is named', async () => {
      at.standIn.allow({ write: false })
      await expect(at.world.switchOn()).rejects.toMatchObject({
        code: 'agents_md.permission_missing',
        message: expect.stringMatching(lacks()),
      })
      expect(await at.world.status()).toMatchObject({
        is_on: false,
        host: at.standIn.kind,
        repository: 'acme/harbour',
      })
    })

    test('may be taken back later: the page names what is missing', async () => {
      await at.world.switchOn()
      at.standIn.allow({ write: false })
      await at.world.propose()
      expect((await at.world.status()).note).toMatch(lacks())
      expect(at.world.proposals()).toEqual([])
      at.standIn.allow({ write: true })
      await at.world.proposeLater()
      await oneThatSays('retried')
    })

    test('a project without a repository that an app knows is refused', async () => {
      await expect(at.world.switchOnFor(at.world.merger)).rejects.toMatchObject({
        code: 'agents_md.not_hosted',
      })
    })
  })

  describe('nobody reads more than they may', () => {
    test('nothing private, unreviewed, or of another project is written', async () => {
      await at.world.remember('The merger is called Quetzal.', { project: at.world.merger })
      await at.world.remember('A draft is called Ibis.', { draft: true })
      await at.world.switchOn()
      await at.world.propose()
      const all = JSON.stringify([
        at.world.proposals(),
        at.world.git.commits,
        at.standIn.state.asked,
      ])
      expect(all).toContain('retried five times')
      for (const word of ['Quetzal', 'Ibis']) expect(all).not.toContain(word)
    })

    test('of a restricted project only its own private repository gets something', async () => {
      await makeSetProject(at.world)(at.world.admin, { id: at.world.project, is_restricted: true })
      await at.world.switchOn()
      await at.world.propose()
      await oneThatSays('retried')
      at.world.repository.isPrivate = false
      await at.world.stored(
        `update teamlore.memories set statement = 'Berths are given by size.' where team_id = '${at.world.admin.teamId}' returning id`,
      )
      await at.world.proposeLater()
      expect(at.world.fileOn(BRANCH)).not.toContain('Berths')
      expect((await at.world.status()).note).toMatch(/not private/)
      await at.world.read()
      await expect(at.world.switchOn()).rejects.toMatchObject({ code: 'agents_md.too_open' })
    })

    test('a file that is a link is neither read nor written', async () => {
      at.world.edit({ 'AGENTS.md': { text: 'docs/x.md', mode: '120000' } })
      await at.world.switchOn()
      await at.world.propose()
      expect((await at.world.status()).note).toMatch(/is a link/)
      expect(at.world.git.branches[BRANCH]).toBeUndefined()
    })

    test('a push to the default branch has it looked at, once for each delivery', async () => {
      await at.world.switchOn()
      await at.world.propose()
      const push = (ref: string, delivery: string) =>
        at.world.hear(at.standIn.branchPushed(at.world.repository, ref, { delivery }))
      const asked = () =>
        at.world.stored(
          `select 1 from teamlore.outbox where type = 'agents_md.asked' and team_id = '${at.world.admin.teamId}'`,
        )
      const before = (await asked()).length
      expect(await push('refs/heads/main', 'one')).toEqual({ state: 'taken' })
      expect(await push('refs/heads/main', 'one')).toEqual({ state: 'known' })
      expect(await push('refs/heads/other', 'two')).toEqual({ state: 'ignored' })
      expect((await asked()).length - before).toBe(1)
    })

    test('closing its own pull request draws no conclusion about the work of the team', async () => {
      await at.world.switchOn()
      await at.world.propose()
      const [own] = at.world.proposals()
      if (own) own.state = 'closed'
      await at.world.push(undefined, { action: 'closed', number: own?.number ?? 0 })
      await at.world.answer()
      expect(
        await at.world.stored(
          `select 1 from teamlore.pull_requests where outcome is not null and team_id = '${at.world.admin.teamId}'`,
        ),
      ).toEqual([])
    })
  })
})
