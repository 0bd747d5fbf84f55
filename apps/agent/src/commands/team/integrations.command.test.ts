import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buildDismissal,
  buildGitLab,
  buildIntegration,
  buildSlack,
} from '../../testing/fake-integrations.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
beforeAll(async () => {
  lore = await openLoggedInCli()
})
beforeEach(() => lore.reset())
afterAll(() => lore.close())

describe('lore integrations', () => {
  test('lists what is connected, and what is wrong with it', async () => {
    lore.server.world.integrations = [
      buildIntegration({ error: 'GitHub does not know this app or its key.' }),
      buildGitLab(),
    ]
    const { code, stdout, stderr } = await lore.run(['integrations', 'list'])
    expect(code, stderr).toBe(0)
    expect(stdout).toContain('teamlore-ab12 of acme at https://github.com, 2 repositories')
    expect(stdout).toContain('teamlore at https://gitlab.com, 2 repositories')
    expect(stdout).toContain('no event yet')
    expect(stdout).toContain('  GitHub does not know this app or its key.')
    expect(stdout).toContain('Slack of Acme')
    lore.server.world.integrations = []
    lore.server.world.slack = []
    expect((await lore.run(['integrations', 'list'])).stdout).toContain('Settings → Integrations')
  })

  test('says since when the socket to Slack is open, or that it is not', async () => {
    const listed = async () => (await lore.run(['integrations', 'list'])).stdout
    const socket_since = '2026-05-01T08:00:00.000Z'
    lore.server.world.slack = [buildSlack({ by_socket: true, socket_since })]
    expect(await listed()).toMatch(/Slack of Acme, by a socket, open since \S/)
    lore.server.world.slack = [buildSlack({ by_socket: true })]
    expect(await listed()).toContain('Slack of Acme, by a socket that is not open')
    lore.server.world.slack = [buildSlack()]
    expect(await listed()).not.toContain('socket')
  })

  test.each([
    ['a host', buildIntegration().id, 'integrations', 'pull_request.opened acme/harbour #3 failed'],
    ['Slack', buildSlack().id, 'slack', '/lore failed'],
  ])('shows what %s sent, does one again, and ends the connection', async (_, id, noun, says) => {
    const delivery = 'dlv_01k9x2f0aaaaaaaaaaaaaaaaaa'
    const listed = await lore.run(['integrations', 'deliveries', id])
    expect(listed.code, listed.stderr).toBe(0)
    expect(listed.stdout).toContain(`${says}: It failed.`)
    expect(listed.stdout).toContain(delivery)
    const again = await lore.run(['integrations', 'replay', id, delivery])
    expect([again.code, again.stdout]).toEqual([0, 'It is done again, as things are now.\n'])
    expect(lore.server.asked.at(-1)).toMatchObject({
      method: 'POST',
      path: `/v1/${noun}/deliveries/${delivery}/replay`,
    })
    expect((await lore.run(['integrations', 'remove', id])).code).toBe(0)
    expect(lore.server.asked.at(-1)).toMatchObject({ method: 'DELETE', path: `/v1/${noun}/${id}` })
  })

  test('tests one, and ends with 1 where something is wrong', async () => {
    const { id } = buildIntegration()
    const good = await lore.run(['integrations', 'test', id])
    expect([good.code, good.stdout]).toEqual([0, 'ok   GitHub knows the app.\n'])
    lore.server.world.integrationTest = {
      ok: false,
      findings: [{ ok: false, text: 'The app is installed nowhere.' }],
    }
    const bad = await lore.run(['integrations', 'test', id])
    expect([bad.code, bad.stdout]).toEqual([1, 'wrong  The app is installed nowhere.\n'])
    expect((await lore.run(['integrations', 'test', buildSlack().id])).code).toBe(1)
    const json = await lore.run(['integrations', 'test', id, '--json'])
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: false })
  })

  test('lists what was dismissed, and shows it again', async () => {
    const { id } = buildIntegration()
    const listed = await lore.run(['integrations', 'dismissals', id])
    expect(listed.code, listed.stderr).toBe(0)
    expect(listed.stdout).toContain('Exports are retried.')
    expect(listed.stdout).toContain('acme/harbour, src, by Ann')
    expect(listed.stdout).toContain('kept back on 2 pull requests')
    const undone = await lore.run(['integrations', 'undismiss', buildDismissal().id])
    expect([undone.code, undone.stdout]).toEqual([0, expect.stringContaining('shown again')])
    expect(lore.server.asked.at(-1)).toMatchObject({
      method: 'DELETE',
      path: `/v1/integrations/dismissals/${buildDismissal().id}`,
    })
  })

  test('sets what has to be acknowledged on a repository', async () => {
    const { id } = buildIntegration()
    const set = await lore.run(['integrations', 'require', id, 'acme/harbour', 'invariant'])
    expect([set.code, set.stdout]).toEqual([
      0,
      'On acme/harbour somebody has to acknowledge: invariant.\n',
    ])
    expect(lore.server.asked.at(-1)).toMatchObject({
      method: 'PUT',
      body: { repository: '17', required: ['invariant'] },
    })
    expect((await lore.run(['integrations', 'require', id, 'acme/harbour', 'all'])).code).toBe(2)
    expect((await lore.run(['integrations', 'require', id, 'acme/none'])).code).toBe(2)
  })

  test('has pull requests of before looked at', async () => {
    const { id } = buildIntegration()
    const asked = await lore.run(['integrations', 'backfill', id, '--merged', '20'])
    expect([asked.code, asked.stdout]).toEqual([0, expect.stringContaining('last 20 merged ones')])
    expect(lore.server.asked.at(-1)).toMatchObject({ method: 'POST', body: { merged: 20 } })
  })

  test('connects a GitLab by a token from stdin, and says the secret of a webhook once', async () => {
    const connect = ['integrations', 'connect-gitlab', '--url', 'https://gitlab.acme.test']
    const made = await lore.run([...connect, '--webhook-by-hand'], { input: 'glpat-x1y2z3\n' })
    expect(made.code, made.stderr).toBe(0)
    expect(made.stdout).toContain('teamlore at https://gitlab.com is connected')
    expect(made.stdout).toContain('whsec_of-the-test')
    expect(made.stdout).not.toContain('glpat')
    expect(lore.server.asked.at(-1)).toMatchObject({
      path: '/v1/integrations/connect',
      body: { token: 'glpat-x1y2z3', web_url: 'https://gitlab.acme.test', makes_hooks: false },
    })
  })

  test('gives it another token', async () => {
    const { id } = buildIntegration()
    const given = await lore.run(['integrations', 'token', id], { input: 'glpat-new00\n' })
    expect([given.code, given.stdout]).toEqual([0, 'The new token is in use.\n'])
    expect(lore.server.asked.at(-1)).toMatchObject({
      method: 'PUT',
      body: { token: 'glpat-new00' },
    })
  })
})
