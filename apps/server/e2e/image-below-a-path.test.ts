import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SESSION_COOKIE } from '@teamlore/shared'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isRealLane } from './support/repository.ts'
import { hasSmallDisks } from './support/small-disk.ts'
import { freePort, type Spawned, spawnNode } from './support/spawned.ts'
import { openWebImage, type WebImage, webCommand } from './support/web-image.ts'

const HOST = 'https://lore.example.com'
const PLACEHOLDER = '__teamlore_path__'

/** In the place of the API: says what reached it. */
let api: Server
let running: Spawned | undefined
beforeAll(async () => {
  api = createServer((request, response) => response.end(`api ${request.url}`))
  api.listen(0, '127.0.0.1')
  await once(api, 'listening')
})
afterEach(async () => {
  await running?.stop('SIGTERM')
  running = undefined
})
afterAll(() => api.close())

/** The command of the image, with the variables that compose gives it. */
const start = (image: WebImage, port: number, publicUrl: string): Spawned => {
  const [program, ...words] = webCommand()
  expect(program).toBe('node')
  const { port: apiPort } = api.address() as AddressInfo
  running = spawnNode(
    words,
    {
      API_URL: `http://127.0.0.1:${apiPort}`,
      TEAMLORE_URL: publicUrl,
      HOST: '127.0.0.1',
      PORT: String(port),
      TRUST_PROXY: 'true',
    },
    image.app,
  )
  return running
}

const started = async (image: WebImage, path: string): Promise<string> => {
  const port = await freePort()
  await start(image, port, `${HOST}${path}`).says(/is ready at/)
  return `http://127.0.0.1:${port}`
}

/** Asked as a proxy that ends TLS does, by a browser that was signed in. */
const get = async (url: string, cookie = `${SESSION_COOKIE}=x`) => {
  const proxied = { 'x-forwarded-host': 'lore.example.com', 'x-forwarded-proto': 'https' }
  const answer = await fetch(url, { headers: { ...proxied, cookie }, redirect: 'manual' })
  const { status, headers } = answer
  return { status, to: headers.get('location'), text: await answer.text() }
}

/** Addresses of this host that a page names: of its scripts, styles and links. */
const addressesIn = (page: string): string[] => [
  ...new Set([...page.matchAll(/(?:href|src)="(\/[^"]*)"/g)].flatMap(([, at]) => at ?? [])),
]

/** A page, all that it loads, and what is for the API. */
const expectServedAt = async (url: string, path: string) => {
  for (const page of ['/', '/sessions', '/settings/connect']) {
    const { status, text } = await get(`${url}${path}${page}`)
    expect([page, status]).toEqual([page, 200])
    expect(text).not.toContain(PLACEHOLDER)
    const assets = addressesIn(text)
    expect(assets.length, page).toBeGreaterThan(3)
    for (const at of assets) {
      expect(at === path || at.startsWith(`${path}/`), at).toBe(true)
      const asset = await get(`${url}${at.replaceAll('&amp;', '&')}`)
      expect([at, asset.status]).toEqual([at, 200])
      expect(asset.text, at).not.toContain(PLACEHOLDER)
    }
  }
  // A link from a mail leads to signing in and then back, and what is for the API goes there.
  expect((await get(`${url}${path}/books/harbour?tab=map`, '')).to).toBe(
    `${path}/sign-in?next=%2Fbooks%2Fharbour%3Ftab%3Dmap`,
  )
  expect((await get(`${url}${path}/v1/me`)).text).toBe(`api ${path}/v1/me`)
  // The health check of the image asks at the root, whatever the path.
  expect((await get(`${url}/healthz`)).text).toBe('api /healthz')
}

describe.skipIf(isRealLane)('the image of the web service', () => {
  let image: WebImage
  beforeAll(() => {
    image = openWebImage()
    image.fill()
  })
  afterAll(() => image[Symbol.dispose]())

  test('serves the pages below the path of TEAMLORE_URL, then below another, then at the root', async () => {
    for (const path of ['/teamlore', '/tools/team_lore-2', '']) {
      const url = await started(image, path)
      await expectServedAt(url, path)
      if (path !== '') expect((await get(`${url}/elsewhere/sign-in`)).status).toBe(404)
      await running?.stop('SIGTERM')
    }
    expect(readdirSync(image.pages).sort()).toEqual(['teamlore', 'tools+team_lore-2'])
    // Started once more at the first, it takes the copy that it made then.
    const made = join(image.pages, 'teamlore/BUILD_ID')
    const { ino } = statSync(made)
    await expectServedAt(await started(image, '/teamlore'), '/teamlore')
    expect(statSync(made).ino).toBe(ino)
  })

  test.each([
    ['/team lore', /letters, digits, - and _ in its path/],
    ['/lore$&', /letters, digits, - and _ in its path/],
    ['/%2e%2e/lore', /letters, digits, - and _ in its path/],
    ['/"><script>', /letters, digits, - and _ in its path/],
    ['/sessions', /take another one, such as \/teamlore/],
  ])('does not start below %s, and says why', async (path, reason) => {
    const process = start(image, await freePort(), `${HOST}${path}`)
    expect(await process.exit()).not.toBe(0)
    expect(process.output()).toMatch(/TEAMLORE_URL/)
    expect(process.output()).toMatch(reason)
    expect(process.output()).not.toMatch(/\n\s+at /)
  })
})

describe.skipIf(isRealLane || !hasSmallDisks())('the same with a read-only file system', () => {
  test('serves below a path where the folder of the copy alone can be written to', async () => {
    using image = openWebImage()
    image.makeReadOnly(image.pages)
    await expectServedAt(await started(image, '/teamlore'), '/teamlore')
    await running?.stop('SIGTERM')
  })

  test('needs no place to write at the root, and names the folder where it needs one', async () => {
    using image = openWebImage()
    image.makeReadOnly()
    await expectServedAt(await started(image, ''), '')
    await running?.stop('SIGTERM')
    const below = start(image, await freePort(), `${HOST}/teamlore`)
    expect(await below.exit()).not.toBe(0)
    expect(below.output()).toContain(`Make the folder ${image.pages} writable`)
    expect(existsSync(image.pages)).toBe(false)
  })
})
