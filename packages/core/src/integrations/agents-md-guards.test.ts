import { describe, expect, test } from 'vitest'
import { STAND_INS } from './testing/hosted-world.ts'
import { proposing } from './testing/proposing.ts'
import { BRANCH, type ProposingWorld } from './testing/proposing-world.ts'

describe.each(STAND_INS)('$kind:', ({ start }) => {
  const at = proposing(start, async (world) => {
    await world.remember('Exports are retried five times.')
    await world.switchOn()
  })

  describe('nothing is written', () => {
    test('of what the README says already', async () => {
      at.world.edit({ 'README.md': '# Harbour\n\nExports are retried five times.\n' })
      await at.world.propose()
      expect(at.world.proposals()).toEqual([])
    })

    test('into a file that is too long, and the page says so', async () => {
      at.world.edit({ 'AGENTS.md': 'x'.repeat(400_001) })
      await at.world.propose()
      expect((await at.world.status()).note).toMatch(/longer than 400,000/)
      expect(at.world.git.branches[BRANCH]).toBeUndefined()
    })

    test('to a branch to which another program pushed', async () => {
      await at.world.propose()
      const head = at.world.edit({ 'AGENTS.md': 'Theirs\n' }, BRANCH, {
        id: 41,
        login: 'renovate[bot]',
        type: 'Bot',
      })
      await at.world.remember('Berths are given by size.')
      await at.world.proposeLater()
      expect(at.world.git.branches[BRANCH]).toBe(head)
      expect((await at.world.status()).note).toMatch(/Somebody pushed/)
    })

    test('to a branch with more commits than the host shows', async () => {
      await at.world.propose()
      for (let n = 0; n < 250; n += 1)
        at.world.edit({ 'AGENTS.md': `${n}\n` }, BRANCH, at.standIn.author())
      const head = at.world.edit({ 'AGENTS.md': 'Mine\n' }, BRANCH)
      await at.world.remember('Berths are given by size.')
      await at.world.proposeLater()
      expect(at.world.git.branches[BRANCH]).toBe(head)
      expect((await at.world.status()).note).toMatch(/Somebody pushed/)
    })
  })

  test('one that was made and is not shown yet is waited for, and not made twice', async () => {
    const { host } = at.world
    const killed = async (...asked: Parameters<typeof host.propose>) => {
      await host.propose(...asked)
      throw new Error('killed')
    }
    await expect(at.world.propose({ propose: killed })).rejects.toThrow('killed')
    at.world.later(5_000)
    await at.world.propose({ openProposals: async () => [] })
    expect((await at.world.status()).note).toMatch(/was being opened/)
    at.world.later(15_000)
    await at.world.propose()
    expect(at.world.proposals()).toHaveLength(1)
    expect(at.world.posts()).toBe(1)
    expect(await at.world.status()).toMatchObject({ state: 'open', note: null })
  })

  test('so is one that was made with the second attempt, of a branch that was there', async () => {
    const { host } = at.world
    await expect(
      at.world.propose({ propose: () => Promise.reject(new Error('killed')) }),
    ).rejects.toThrow('killed')
    at.world.later(20_000)
    await expect(
      at.world.propose({
        propose: async (...asked) => {
          await host.propose(...asked)
          throw new Error('killed')
        },
      }),
    ).rejects.toThrow('killed')
    at.world.later(5_000)
    await at.world.propose({ openProposals: async () => [] })
    expect((await at.world.status()).note).toMatch(/was being opened/)
  })

  test('a branch that was made and not written down goes where nothing is to be said any more', async () => {
    const { host } = at.world
    await expect(
      at.world.propose({
        commitFile: async (...asked) => {
          await host.commitFile(...asked)
          throw new Error('killed')
        },
      }),
    ).rejects.toThrow('killed')
    expect(at.world.git.branches[BRANCH]).toBeDefined()
    await at.world.stored(
      `update teamlore.memories set status = 'archived' where team_id = '${at.world.admin.teamId}' returning 1`,
    )
    await at.world.proposeLater()
    expect(at.world.git.branches[BRANCH]).toBeUndefined()
  })

  test('one that a person closed is left with its branch, also where nothing is to be said any more', async () => {
    await at.world.propose()
    const [first] = at.world.proposals()
    if (first) first.state = 'closed'
    await at.world.proposeLater()
    const head = at.world.git.branches[BRANCH]
    await at.world.stored(
      `update teamlore.memories set status = 'archived' where team_id = '${at.world.admin.teamId}' returning 1`,
    )
    await at.world.proposeLater()
    expect(head).toBeDefined()
    expect(at.world.git.branches[BRANCH]).toBe(head)
  })

  test('one that is no more at the host counts as closed by a person', async () => {
    await at.world.propose()
    at.world.repository.pullRequests.length = 0
    await at.world.proposeLater()
    expect(at.world.proposals()).toEqual([])
    expect(await at.world.status()).toMatchObject({ state: 'closed', note: null })
    await at.world.remember('Berths are given by size.')
    await at.world.proposeLater()
    expect(at.world.proposals()).toMatchObject([{ state: 'open' }])
  })

  test('what is known of one repository says nothing of another', async () => {
    await at.world.propose()
    const [first] = at.world.proposals()
    if (first) first.state = 'closed'
    await at.world.proposeLater()
    expect(at.world.proposals()).toHaveLength(1)
    await at.world.stored(
      `update teamlore.agents_md_pull_requests set repository_id = '1' where team_id = '${at.world.admin.teamId}' returning 1`,
    )
    await at.world.proposeLater()
    expect(at.world.proposals().map(({ state }) => state)).toEqual(['closed', 'open'])
  })

  test('the connection that was used before is used again, however old another is that reaches it', async () => {
    await at.world.propose()
    const older = 'int_00000000000000000000000000'
    const { integration } = at.world
    for (const [table, column] of [
      ['integrations', 'id'],
      ['integration_repositories', 'integration_id'],
    ])
      await at.world.stored(
        `insert into teamlore.${table} select (jsonb_populate_record(o, '{"${column}": "${older}"}')).*
          from teamlore.${table} o where o.${column} = '${integration}' returning 1`,
      )
    await at.world.remember('Berths are given by size.')
    await at.world.proposeLater()
    expect((await at.world.status()).note).toBeNull()
    expect(at.world.fileOn(BRANCH)).toContain('Berths')
    await at.world.stored(`delete from teamlore.integrations where id = '${older}' returning 1`)
  })

  test('a connection that is not made yet reaches no repository', async () => {
    await at.world.stored(
      `update teamlore.integrations set state = 'started' where id = '${at.world.integration}' returning 1`,
    )
    await at.world.propose()
    expect(at.world.proposals()).toEqual([])
    expect(await at.world.status()).toMatchObject({ repository: null, host: null })
  })

  test('who edited a file is asked for once for each version of it, and never of one without a section', async () => {
    let asked = 0
    const authorsOf: ProposingWorld['host']['authorsOf'] = (...given) => {
      asked += 1
      return at.world.host.authorsOf(...given)
    }
    at.world.edit({ 'AGENTS.md': '# By hand\n' })
    await at.world.proposeLater({ authorsOf })
    expect(asked).toBe(0)
    at.world.merge()
    for (let look = 0; look < 3; look += 1) await at.world.proposeLater({ authorsOf })
    expect(asked).toBe(1)
  })

  test('who was away for too long writes nothing down, as another has it by then', async () => {
    const late = at.world.propose({
      propose: async () => {
        at.world.later(6 * 60_000)
        await at.world.propose()
        return { number: 999, url: 'https://host.test/999' }
      },
    })
    await expect(late).rejects.toThrow('Somebody else works on this')
    expect(at.world.proposals()).toMatchObject([{ state: 'open' }])
    expect(await at.world.status()).toMatchObject({
      number: at.world.proposals()[0]?.number,
      note: null,
    })
  })
})
