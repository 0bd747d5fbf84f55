import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
beforeAll(async () => {
  lore = await openLoggedInCli()
})
beforeEach(() => lore.reset())
afterAll(() => lore.close())

describe('lore usage', () => {
  test('says what the model cost, today and by day', async () => {
    const { code, stdout, stderr } = await lore.run(['usage', '--days', '7'])
    expect(code, stderr).toBe(0)
    expect(stdout).toBe(
      [
        'anthropic claude-haiku-4-5',
        'Today (UTC): $0.0123 of $2.0000, 9,400 of 1,000,000 tokens.',
        '2026-05-01  $0.0123  3 calls, 9,400 tokens, 1 failed  distil, claude-haiku-4-5',
        '',
      ].join('\n'),
    )
    expect(lore.server.asked[0]?.query).toEqual({ days: '7', calls: '0' })
  })

  test('says so where there is no model, where it is switched off and where it rests', async () => {
    lore.server.world.usage.settings.enabled = false
    lore.server.world.usage.resting = true
    const { stdout } = await lore.run(['usage'])
    expect(stdout).toContain('switched off for the team')
    expect(stdout).toContain('left alone for a quarter of an hour')
    const again = await lore.run(['usage', 'set', '--again'])
    expect(again.code, again.stderr).toBe(0)
    expect(lore.server.asked.at(-1)?.body).toEqual({ ask_again: true })
    lore.server.world.usage.model = null
    expect((await lore.run(['usage'])).stdout).toContain('distilled by rules')
  })

  test('sets caps and the switch, and nothing that is no number', async () => {
    const { code, stderr } = await lore.run([
      'usage',
      'set',
      '--off',
      '--usd',
      '0.5',
      '--tokens',
      'server',
    ])
    expect(code, stderr).toBe(0)
    expect(lore.server.asked[0]).toMatchObject({
      method: 'PUT',
      body: { enabled: false, daily_usd: 0.5, daily_tokens: null },
    })
    for (const words of [[], ['--on', '--off'], ['--usd', 'much'], ['--tokens', '-1']])
      expect((await lore.run(['usage', 'set', ...words])).code).toBe(2)
  })
})
