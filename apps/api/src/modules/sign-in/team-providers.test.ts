import { readAsOwner } from '@teamlore/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../../testing/edge-app.ts'
import { codeOf, openSignInWorld, type SignInWorld } from '../../testing/sign-in-world.ts'

let home: SignInWorld
beforeAll(async () => {
  home = await openSignInWorld()
})
afterAll(() => home[Symbol.asyncDispose]())

const PROVIDER = {
  kind: 'oidc',
  name: 'Ours',
  client_id: 'teamlore',
  client_secret: 'the-secret-of-the-test',
}

describe('a provider that a team sets', () => {
  const owner = () => home.ownersBrowser()

  test('keeps its secret encrypted, shows it never, and is the owner’s alone to set', async () => {
    const browser = await owner()
    const made = await browser.call('POST', '/v1/sign-in-providers', {
      ...PROVIDER,
      issuer: home.oidc.issuer,
    })
    expect(made.statusCode).toBe(201)
    const listed = await browser.call('GET', '/v1/sign-in-providers')
    expect(made.body + listed.body).not.toContain(PROVIDER.client_secret)
    const [row] = await readAsOwner<{ client_secret: string }>(
      home.world.engine,
      `select client_secret from teamlore.sign_in_providers where id = '${made.json().id}'`,
    )
    expect(row?.client_secret).toMatch(/^v1\./)
    expect(row?.client_secret).not.toContain(PROVIDER.client_secret)
    const asAdmin = await home.world.app.inject({
      method: 'GET',
      url: '/v1/sign-in-providers',
      headers: bearer(home.us.keys.admin),
    })
    expect(asAdmin.statusCode).toBe(403)
  })

  test('sends a stored secret to no other address', async () => {
    const browser = await owner()
    const issuer = home.oidc.issuer
    const { id } = (
      await browser.call('POST', '/v1/sign-in-providers', { ...PROVIDER, issuer })
    ).json()
    const { client_secret: _kept, ...rest } = PROVIDER
    const moved = await browser.call('PUT', `/v1/sign-in-providers/${id}`, {
      ...rest,
      issuer: 'https://evil.test',
    })
    expect(codeOf(moved)[1]).toBe('sign_in_provider.incomplete')
    const renamed = await browser.call('PUT', `/v1/sign-in-providers/${id}`, {
      ...rest,
      issuer,
      name: 'New name',
    })
    expect(renamed.json()).toMatchObject({ name: 'New name' })
  })

  test('takes in nobody unasked without naming domains', async () => {
    const browser = await owner()
    const open = await browser.call('POST', '/v1/sign-in-providers', {
      ...PROVIDER,
      issuer: home.oidc.issuer,
      new_role: 'member',
    })
    expect(codeOf(open)[1]).toBe('sign_in_provider.open_to_all')
  })

  test('is tested in words', async () => {
    const browser = await owner()
    const test = async (settings: object) => {
      const made = await browser.call('POST', '/v1/sign-in-providers', { ...PROVIDER, ...settings })
      const answer = await browser.call('POST', `/v1/sign-in-providers/${made.json().id}/test`)
      const { ok, findings } = answer.json()
      return { ok, bad: findings.filter((f: { ok: boolean }) => !f.ok).map(textOf) }
    }
    const textOf = ({ text }: { text: string }) => text
    const fixed = await browser.call('POST', '/v1/sign-in-providers/oidc/test')
    expect(fixed.json()).toMatchObject({ ok: true })
    const wrongSecret = await test({ issuer: home.oidc.issuer, client_secret: 'wrong' })
    expect(wrongSecret.bad).toContainEqual(expect.stringContaining('client secret is wrong'))
    // This provider's own callback address is registered nowhere.
    expect(wrongSecret.bad).toContainEqual(expect.stringContaining('callback address'))
    const closed = await test({ issuer: 'http://localhost:4997' })
    expect(closed).toEqual({ ok: false, bad: [expect.stringContaining('Nothing answers')] })
    const insecure = await test({ issuer: 'http://id.example.com' })
    expect(insecure.bad).toEqual([expect.stringContaining('https://')])
    const noProvider = await test({ issuer: `${home.oidc.issuer}/nothing` })
    expect(noProvider.bad).toEqual([expect.stringContaining('no description')])
  })
})
