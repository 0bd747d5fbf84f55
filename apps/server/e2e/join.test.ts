import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrowser } from '../../web/e2e/support/find-browser.ts'
import { openJoiningMachine } from './support/joining-machine.ts'
import { isRealLane } from './support/repository.ts'
import { openSignInEnvironment, type SignInEnvironment } from './support/sign-in-environment.ts'

const chromium = findBrowser()

if (chromium === undefined) test.skip('joining from a terminal (no browser found)', () => undefined)
else
  describe.skipIf(isRealLane)('joining from a terminal', () => {
    const machine = openJoiningMachine()
    let stand: SignInEnvironment

    beforeAll(async () => {
      stand = await openSignInEnvironment(chromium)
    })
    afterAll(async () => {
      await machine[Symbol.asyncDispose]()
      await stand?.[Symbol.asyncDispose]()
    })

    test('one line out of an invitation makes a member, and a machine that captures', async () => {
      const { url } = await stand.ask<{ url: string }>('POST', '/v1/team/invitations', {})
      const token = new URL(url).searchParams.get('token') ?? ''
      const joining = await machine.join(stand.url, token)
      const { page, context } = await stand.newPage()
      await page.goto(joining.page)
      await page.getByLabel('Or come in by name alone').fill('Ben')
      await page.getByRole('button', { name: 'Join', exact: true }).click()
      await page.waitForURL(/\/device\?code=/)
      const code = await page.locator('.device-code').textContent()
      expect(joining.output()).toContain(code)
      await page.getByRole('button', { name: 'Let it in' }).click()
      await page.getByText('is let in').waitFor()
      await context.close()

      await joining.ended()
      expect(joining.output()).toContain('Ben')
      const hooks = readFileSync(join(machine.home, '.claude/settings.json'), 'utf8')
      expect(hooks).toContain('teamlore-hook')
      expect(realpathSync(join(machine.home, '.local/bin/lore'))).toBe(realpathSync(machine.script))
      const { stdout } = await machine.lore('status', '--json')
      expect(JSON.parse(stdout)).toMatchObject({ user: { name: 'Ben' } })
    })

    test('what is written from then on is found by the team', async () => {
      machine.writeSession()
      await expect
        .poll(
          async () =>
            (await stand.ask<{ items: unknown[] }>('GET', '/v1/sessions?limit=5')).items.length,
          { timeout: 60_000, interval: 500 },
        )
        .toBeGreaterThan(0)
    })

    test('joining again asks nobody, and upgrading finds nothing to do', async () => {
      const { stdout } = await machine.lore('join', '--json')
      expect(JSON.parse(stdout)).toMatchObject({ user: { name: 'Ben' }, tools: 'done' })
      const upgraded = JSON.parse((await machine.lore('upgrade', '--json')).stdout)
      expect(upgraded).toMatchObject({ server: stand.url, changed: false, failed: [] })
    })
  })
