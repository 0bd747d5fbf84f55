import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFindings, type Watch } from './support/browser.ts'
import { openSignedInPage } from './support/open-page.ts'
import { readSettings } from './support/settings.ts'

const settings = readSettings()

if ('skip' in settings) test.skip(`sign-in settings (${settings.skip})`, () => undefined)
else
  describe('sign-in settings', () => {
    const { baseUrl } = settings
    const run = `dir${Date.now().toString(36)}`
    const group = `Platform ${run}`
    let browser: Browser
    let page: Page
    let seen: Watch
    let token: string
    let user: string

    const scim = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const answer = await fetch(`${baseUrl}/scim/v2${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return (answer.status === 204 ? undefined : await answer.json()) as T
    }
    const section = () => page.getByRole('region', { name: /^Provisioning/ })
    const provider = () => page.locator('.settings-list > li', { hasText: `Acme ${run}` })
    const open = () => page.goto(`${baseUrl}/settings/sign-in`)

    beforeAll(async () => {
      ;({ browser, page, seen } = await openSignedInPage(settings))
    })
    afterAll(() => browser?.close())

    test('give a directory its address and a token, which is shown once', async () => {
      await open()
      await section()
        .getByText(/\/scim\/v2$/)
        .first()
        .waitFor()
      await section().getByRole('button', { name: 'Make a token' }).click()
      await section().getByLabel('Name of the directory').fill(`Okta ${run}`)
      await section().getByRole('button', { name: 'Make it' }).click()
      await section().getByText('This is shown once').waitFor()
      token = (await section().locator('.settings-once code').first().textContent()) ?? ''
      expect(token).toMatch(/^tlk_/)
      expect(await accessibilityFindings(page)).toEqual([])
      await section().getByRole('button', { name: 'I have it' }).click()
      await section().getByText(`Okta ${run}`).waitFor()
      await open()
      await section().getByText(`Okta ${run}`).waitFor()
      expect(await page.content()).not.toContain(token)
    })

    test('show what the directory sent, and that no role is set for its group', async () => {
      const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User']
      const userName = `${run}@example.com`
      const made = await scim<{ id: string }>('POST', '/Users', {
        schemas,
        userName,
        active: true,
        displayName: 'Cy',
        emails: [{ value: userName, type: 'work', primary: true }],
      })
      user = made.id
      await scim('POST', '/Groups', {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
        displayName: group,
        members: [{ value: user }],
      })
      await open()
      await section()
        .getByText(/in the team by it/)
        .waitFor()
      const row = section().locator('li', { hasText: group })
      await row.getByText('1 member').waitFor()
      await row.getByText('member, as no role is set for it').waitFor()
    })

    test('take a provider with roles by group, which count for the directory too', async () => {
      await page.getByRole('button', { name: 'Add a provider' }).click()
      await page.getByLabel('Name', { exact: true }).fill(`Acme ${run}`)
      await page.getByLabel('Issuer').fill('http://localhost:4997')
      await page.getByLabel('Client id').fill('teamlore')
      await page.getByLabel('Client secret').fill('the-secret-of-the-test')
      await page.getByRole('button', { name: 'Add a group' }).click()
      await page.getByLabel('Group 1', { exact: true }).fill(group)
      await page.getByLabel('Role of group 1').selectOption('admin')
      await page.getByLabel('Claim with the groups').waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await provider().getByText(`Roles by group: ${group} admin`).waitFor()
      await section()
        .locator('li', { hasText: group })
        .getByText('admin', { exact: true })
        .waitFor()
    })

    test('say in words what is wrong with a provider', async () => {
      await provider().getByRole('button', { name: 'Test' }).click()
      await provider().getByText('Nothing answers at http://localhost:4997').waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
    })

    test('change a provider without its secret being typed again, and remove it', async () => {
      await provider().getByRole('button', { name: 'Change' }).click()
      expect(await page.getByLabel('Group 1', { exact: true }).inputValue()).toBe(group)
      await page.getByLabel('Role of group 1').selectOption('viewer')
      await page.getByRole('button', { name: 'Save' }).click()
      await provider().getByText(`Roles by group: ${group} viewer`).waitFor()
      await provider().getByRole('button', { name: 'Remove' }).click()
      await provider()
        .getByRole('button', { name: /remove$/ })
        .click()
      await expect.poll(() => provider().count()).toBe(0)
    })

    test('fit a narrow screen, and say when the last token is gone', async () => {
      await page.setViewportSize({ width: 390, height: 800 })
      await section().getByText(`Okta ${run}`).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        390,
      )
      expect(await accessibilityFindings(page)).toEqual([])
      await page.setViewportSize({ width: 1360, height: 860 })
      await scim('DELETE', `/Users/${user}`)
      const row = section().locator('li', { hasText: `Okta ${run}` })
      await row.getByRole('button', { name: 'Revoke' }).click()
      await row.getByRole('button', { name: 'Revoke now' }).click()
      await expect.poll(() => row.count()).toBe(0)
      await section().getByText('No token is left').waitFor()
      expect(seen).toEqual({ errors: [], foreign: [] })
    })
  })
