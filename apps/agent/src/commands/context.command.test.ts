import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorBody } from '../testing/fake-server.ts'
import { type LoggedInCli, openLoggedInCli } from '../testing/logged-in-cli.ts'

let lore: LoggedInCli
beforeAll(async () => {
  lore = await openLoggedInCli()
})
beforeEach(() => lore.reset())
afterAll(() => lore.close())

describe('lore context', () => {
  test('prints the brief as Markdown, and nothing else on stdout', async () => {
    const { code, stdout, stderr } = await lore.run(['context', '--project', 'harbour'])
    expect(code, stderr).toBe(0)
    expect(stdout).toBe('# Brief\n\n- The writer takes the lock first.\n')
    expect(stderr).toContain('`lore show ID`')
    expect(lore.server.asked[0]?.query).toEqual({ project: 'harbour' })
  })

  test('is asked by what is about to be done, within a budget', async () => {
    lore.server.world.brief.left_out = { count: 4, tokens: 210 }
    const { stderr } = await lore.run(['context', '--budget', '500', 'mend', 'the', 'lock'])
    expect(lore.server.asked[0]?.query).toEqual({ q: 'mend the lock', budget_tokens: '500' })
    expect(stderr).toContain('4 left out for the budget (210 tokens)')
    expect((await lore.run(['context', '--budget', '99'])).code).toBe(2)
  })

  test('is the answer of the API on demand, and passes refusals on', async () => {
    expect((await lore.run(['context', '--json'])).json()).toEqual(lore.server.world.brief)
    const body = errorBody('search.unavailable', 'The search cannot answer now.')
    lore.server.failures.set('/v1/context', { status: 503, body })
    const { code, stderr } = await lore.run(['context'])
    expect(code).toBe(1)
    expect(stderr).toContain('The search cannot answer now.')
  })
})
