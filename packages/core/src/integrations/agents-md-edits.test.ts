import { describe, expect, test } from 'vitest'
import { makeSetProject } from '../projects/manage-projects.ts'
import { STAND_INS } from './testing/hosted-world.ts'
import { proposing } from './testing/proposing.ts'

describe.each(STAND_INS)('$kind:', ({ start }) => {
  const at = proposing(start)

  const RETRIES = 'Exports are retried five times.'
  const editSection = (from: string, to: string, account: number) =>
    at.world.edit(
      { 'AGENTS.md': (at.world.fileOn('main') ?? '').replace(from, to) },
      'main',
      at.world.account(account),
    )
  const END = '<!-- teamlore:end -->'

  /** The first one is merged, so that the default branch has a section. */
  const begin = async () => {
    await at.world.remember(RETRIES)
    await at.world.switchOn()
    await at.world.propose()
    at.world.merge()
  }

  describe('edits by hand', () => {
    test('are of who made them since the last look', async () => {
      const { userId } = await at.world.person('Bob')
      await at.world.signsIn(801)
      await at.world.signsIn(802, userId)
      await begin()
      editSection('five times', 'seven times', 801)
      await at.world.proposeLater()
      editSection(END, `- Berths are given by size.\n${END}`, 802)
      await at.world.proposeLater()
      expect(await at.world.authorsOfDrafts()).toEqual([at.world.scope.userId, userId])
      // What was read once is not read again.
      await at.world.proposeLater({ authorsOf: () => Promise.reject(new Error('asked again')) })
    })

    test('of a member who may not read the project are of nobody', async () => {
      const { userId } = await at.world.person('Bob')
      await at.world.signsIn(803, userId)
      await begin()
      await makeSetProject(at.world)(at.world.admin, { id: at.world.project, is_restricted: true })
      editSection('five times', 'seven times', 803)
      await at.world.proposeLater()
      expect(await at.world.authorsOfDrafts()).toEqual([null])
    })

    test('of which there are more than one import takes come with the next look', async () => {
      await begin()
      const lines = Array.from({ length: 203 }, (_, n) => `- Berth ${n} takes ships of ${n} tons.`)
      editSection(END, `${lines.join('\n')}\n${END}`, 804)
      await at.world.proposeLater()
      const first = (await at.world.authorsOfDrafts()).length
      await at.world.proposeLater()
      expect([first, (await at.world.authorsOfDrafts()).length]).toEqual([200, 203])
    })

    test('edits by hand on the default branch survive, and come back as drafts once, in the name of who made them', async () => {
      await at.world.stored(`insert into teamlore.identities (provider, issuer, subject, user_id, created_at, last_used_at)
        values ('${at.standIn.kind}', '${at.standIn.webUrl}', '777', '${at.world.scope.userId}', now(), now()) returning 1`)
      await at.world.remember(RETRIES)
      await at.world.switchOn()
      await at.world.propose()
      at.world.merge()
      await at.world.proposeLater()
      expect(await at.world.status()).toMatchObject({ state: 'merged' })
      const drafts = async () =>
        (await at.world.memories()).filter(({ status }) => status === 'draft')
      expect(await drafts()).toEqual([])
      const edited = (at.world.fileOn('main') ?? '')
        .replace('five times', 'seven times')
        .replace('<!-- teamlore:end -->', '- Berths are given by size.\n<!-- teamlore:end -->')
      at.world.edit({ 'AGENTS.md': edited }, 'main', { id: 777, login: 'ann', type: 'User' })
      await at.world.proposeLater()
      await at.world.proposeLater()
      const found = await drafts()
      expect(found.map(({ statement }) => statement).sort()).toEqual([
        'Berths are given by size.',
        'Exports are retried seven times.',
      ])
      expect(new Set(found.map(({ origin }) => origin))).toEqual(new Set(['human']))
      const stored = await at.world.stored<{ author_id: string | null }>(
        `select author_id from teamlore.memories where status = 'draft' and team_id = '${at.world.admin.teamId}'`,
      )
      expect(stored.map((row) => row.author_id)).toEqual([
        at.world.scope.userId,
        at.world.scope.userId,
      ])
      // Nothing is to be proposed: what was edited stays until somebody decides.
      expect(at.world.proposals().filter(({ state }) => state === 'open')).toEqual([])
    })

    test('edits of somebody whom nobody knows are drafts of nobody', async () => {
      await at.world.remember(RETRIES)
      await at.world.switchOn()
      await at.world.propose()
      at.world.merge()
      at.world.edit(
        { 'AGENTS.md': (at.world.fileOn('main') ?? '').replace('five times', 'seven times') },
        'main',
        { id: 888, login: 'eve', type: 'User' },
      )
      await at.world.proposeLater()
      const stored = await at.world.stored<Record<string, unknown>>(
        `select author_id, origin, status from teamlore.memories where statement like '%seven%' and team_id = '${at.world.admin.teamId}'`,
      )
      expect(stored).toEqual([{ author_id: null, origin: 'human', status: 'draft' }])
    })

    test('edits of a member and of somebody whom nobody knows are drafts of nobody', async () => {
      await at.world.stored(`insert into teamlore.identities (provider, issuer, subject, user_id, created_at, last_used_at)
        values ('${at.standIn.kind}', '${at.standIn.webUrl}', '779', '${at.world.scope.userId}', now(), now()) returning 1`)
      await at.world.remember(RETRIES)
      await at.world.remember('Berths are given by size.')
      await at.world.switchOn()
      await at.world.propose()
      at.world.merge()
      const edit = (from: string, to: string, id: number) =>
        at.world.edit(
          { 'AGENTS.md': (at.world.fileOn('main') ?? '').replace(from, to) },
          'main',
          at.world.account(id),
        )
      edit('five times', 'seven times', 779)
      edit('by size', 'by weight', 0)
      await at.world.proposeLater()
      const stored = await at.world.stored<{ author_id: string | null }>(
        `select author_id from teamlore.memories where status = 'draft' and team_id = '${at.world.admin.teamId}'`,
      )
      expect(stored).toEqual([{ author_id: null }, { author_id: null }])
    })

    test('a section that lost most of its entries proposes nothing and says so', async () => {
      for (let n = 0; n < 12; n += 1)
        await at.world.remember(`Berth ${n} is for ships of class ${n}.`)
      await at.world.switchOn()
      await at.world.propose()
      at.world.merge()
      await at.world.proposeLater()
      at.world.edit({
        'AGENTS.md': (at.world.fileOn('main') ?? '')
          .split('\n')
          .filter((line) => !line.includes('class'))
          .join('\n'),
      })
      await at.world.proposeLater()
      expect((await at.world.status()).note).toMatch(/lost 12 of its 12 entries/)
      const waits = await at.world.stored(
        `select 1 from teamlore.memories where removal_since is not null and team_id = '${at.world.admin.teamId}'`,
      )
      expect(waits).toEqual([])
    })
  })
})
