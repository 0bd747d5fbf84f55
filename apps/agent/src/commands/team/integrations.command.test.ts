import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildIntegration, buildSlack } from '../../testing/fake-integrations.ts'
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
    ]
    const { code, stdout, stderr } = await lore.run(['integrations', 'list'])
    expect(code, stderr).toBe(0)
    expect(stdout).toContain('teamlore-ab12 of acme at https://github.com, 2 repositories')
    expect(stdout).toContain('no event yet')
    expect(stdout).toContain('  GitHub does not know this app or its key.')
    expect(stdout).toContain('Slack of Acme')
    lore.server.world.integrations = []
    lore.server.world.slack = []
    expect((await lore.run(['integrations', 'list'])).stdout).toContain('Settings → Integrations')
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
})
