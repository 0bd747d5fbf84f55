import { describe, expect, test } from 'vitest'
import { STAND_INS } from './testing/hosted-world.ts'
import { proposing } from './testing/proposing.ts'
import { BRANCH } from './testing/proposing-world.ts'

describe.each(STAND_INS)('$kind:', ({ start }) => {
  const at = proposing(start)

  const RETRIES = 'Exports are retried five times.'

  describe('the section of a project is proposed by one pull request', () => {
    test('which holds what people reviewed, beside what was written by hand, and says what it changes', async () => {
      at.world.edit({ 'AGENTS.md': '# Harbour\n\nBe kind.\n', 'src/a.ts': 'a' })
      await at.world.remember(RETRIES)
      await at.world.switchOn()
      await at.world.propose()
      expect(at.world.proposals()).toMatchObject([
        { state: 'open', title: 'Bring AGENTS.md up to date' },
      ])
      expect(at.world.proposals()[0]?.body).toContain(RETRIES)
      expect(at.world.fileOn(BRANCH)).toMatch(/^# Harbour\n\nBe kind\.\n\n<!-- teamlore:begin/)
      expect(at.world.fileOn(BRANCH)).toContain(RETRIES)
      expect(at.world.fileOn(BRANCH, 'src/a.ts')).toBe('a')
      expect(at.world.fileOn('main')).toBe('# Harbour\n\nBe kind.\n')
      expect(await at.world.status()).toMatchObject({ is_on: true, state: 'open', note: null })
    })

    test('is made for AGENTS.md where the repository has none, and for CLAUDE.md where an admin says so', async () => {
      await at.world.remember(RETRIES)
      await at.world.switchOn('CLAUDE.md')
      await at.world.propose()
      expect(at.world.fileOn(BRANCH, 'CLAUDE.md')).toContain(RETRIES)
      expect(at.world.fileOn(BRANCH)).toBeUndefined()
      expect(at.world.proposals()[0]?.title).toBe('Add CLAUDE.md with what the team knows')
    })

    test('and by none where nothing is to be said, or it is off', async () => {
      await at.world.propose()
      await at.world.switchOn()
      await at.world.propose()
      expect(at.world.proposals()).toEqual([])
      expect(at.world.git.branches[BRANCH]).toBeUndefined()
      await at.world.remember(RETRIES)
      await at.world.switchOff()
      await at.world.proposeLater()
      expect(at.world.proposals()).toEqual([])
      expect(await at.world.status()).toMatchObject({ is_on: false })
    })

    test('which is changed when memories change, at most once an hour, and closed when nothing is left', async () => {
      const memory = await at.world.remember(RETRIES)
      await at.world.switchOn()
      await at.world.propose()
      await at.world.remember('Berths are given by size.')
      await at.world.propose()
      expect(at.world.fileOn(BRANCH)).not.toContain('Berths')
      await at.world.proposeLater()
      expect(at.world.fileOn(BRANCH)).toContain('Berths')
      expect(at.world.proposals()).toMatchObject([{ state: 'open' }])
      expect(at.world.proposals()[0]?.body).toContain('Berths')
      expect(at.world.posts()).toBe(1)
      await at.world.stored(
        `update teamlore.memories set status = 'archived' where team_id = '${at.world.admin.teamId}' returning id`,
      )
      await at.world.proposeLater()
      expect(memory).toBeDefined()
      expect(at.world.proposals()).toMatchObject([{ state: 'closed', merged: false }])
      expect(at.world.git.branches[BRANCH]).toBeUndefined()
      expect(await at.world.status()).toMatchObject({ state: 'closed', note: null })
    })

    test('which is not touched where nothing changed, and is an audit event each time it is written', async () => {
      const exported = () =>
        at.world.stored(
          `select user_id, subject, details from teamlore.audit_events
            where action = 'agents_md.exported' and team_id = '${at.world.admin.teamId}'`,
        )
      await at.world.remember(RETRIES)
      await at.world.switchOn()
      await at.world.propose()
      const event = {
        user_id: null,
        subject: at.world.project,
        details: { pull_request: true },
      }
      expect(await exported()).toEqual([event])
      const head = at.world.git.branches[BRANCH]
      at.standIn.state.asked.length = 0
      await at.world.proposeLater()
      expect(at.world.git.branches[BRANCH]).toBe(head)
      expect(
        at.standIn.state.asked.filter(
          ({ method, path }) => method !== 'GET' && !path.includes('tokens'),
        ),
      ).toEqual([])
      expect(await exported()).toEqual([event])
    })

    test('which keeps up with the default branch without a conflict', async () => {
      at.world.edit({ 'AGENTS.md': '# Harbour\n' })
      await at.world.remember(RETRIES)
      await at.world.switchOn()
      await at.world.propose()
      at.world.edit({ 'AGENTS.md': '# Harbour\n\nBe kind.\n', 'b.ts': 'b' })
      await at.world.proposeLater()
      expect(at.world.fileOn(BRANCH)).toMatch(/^# Harbour\n\nBe kind\.\n\n<!--/)
      expect(at.world.fileOn(BRANCH, 'b.ts')).toBe('b')
      expect(at.world.proposals()).toHaveLength(1)
    })
  })

  describe('what people decide holds', () => {
    test('one that a person closed is not made again before the section says something else', async () => {
      await at.world.remember(RETRIES)
      await at.world.switchOn()
      await at.world.propose()
      const [first] = at.world.proposals()
      if (first) first.state = 'closed'
      await at.world.proposeLater()
      at.world.edit({ 'AGENTS.md': '# Written meanwhile\n' })
      await at.world.proposeLater()
      expect(at.world.proposals()).toHaveLength(1)
      expect(await at.world.status()).toMatchObject({ state: 'closed' })
      await at.world.remember('Berths are given by size.')
      await at.world.proposeLater()
      expect(at.world.proposals().map(({ state }) => state)).toEqual(['closed', 'open'])
    })

    test('commits of a person on the branch are left as they are, and the page says so', async () => {
      await at.world.remember(RETRIES)
      await at.world.switchOn()
      await at.world.propose()
      const head = at.world.edit({ 'AGENTS.md': 'Mine\n' }, BRANCH)
      await at.world.remember('Berths are given by size.')
      await at.world.proposeLater()
      expect(at.world.git.branches[BRANCH]).toBe(head)
      expect(at.world.proposals()).toMatchObject([{ state: 'open' }])
      expect((await at.world.status()).note).toMatch(/Somebody pushed to the branch/)
      await at.world.stored(
        `update teamlore.memories set status = 'archived' where team_id = '${at.world.admin.teamId}' returning id`,
      )
      await at.world.proposeLater()
      expect(at.world.git.branches[BRANCH]).toBe(head)
      expect(at.world.proposals()).toMatchObject([{ state: 'open' }])
    })

    test('also where a person pushes between the look and the write', async () => {
      await at.world.remember(RETRIES)
      await at.world.switchOn()
      await at.world.propose()
      await at.world.remember('Berths are given by size.')
      let head = ''
      await at.world.proposeLater({
        commitFile: (...asked) => {
          head = at.world.edit({ 'AGENTS.md': 'Mine\n' }, BRANCH)
          return at.world.host.commitFile(...asked)
        },
      })
      expect(at.world.git.branches[BRANCH]).toBe(head)
      await at.world.proposeLater()
      expect((await at.world.status()).note).toMatch(/Somebody pushed/)
    })
  })
})
