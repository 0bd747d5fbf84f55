// The picture at the top of the README: the first page of a made-up team, on a server that really runs. `node scripts/home-picture.mjs`
// after `npm run build`; a folder as argument keeps every view there (light, dark, narrow, the guide) and leaves docs/images alone.
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillDemo } from './demo/fill.mjs'
import { root } from './lib/run.mjs'
import { startServer } from './lib/start-server.mjs'

// The browser's driver belongs to the dashboard's tests.
const { chromium } = createRequire(join(root, 'apps/web/package.json'))('playwright-core')

const MOST_BYTES = 200_000

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

const signIn = async (page, { url, key }) => {
  const answer = await fetch(`${url}/v1/sign-in-links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
  })
  const link = new URL((await answer.json()).url)
  await page.goto(url + link.pathname + link.search)
  await page.waitForURL(`${url}/`)
  await page.locator('.home-boxes').waitFor()
}

const VIEWS = [
  { name: 'light', width: 1280, height: 860, colorScheme: 'light' },
  { name: 'dark', width: 1280, height: 860, colorScheme: 'dark' },
  { name: 'narrow', width: 390, height: 844, colorScheme: 'light' },
  { name: 'guide', width: 1280, height: 860, colorScheme: 'light', path: '/?guide=shown' },
]

const shoot = async (page, url, folder, { name, width, height, colorScheme, path = '/' }) => {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.goto(url + path)
  await page.locator('.home-boxes').waitFor()
  await page.waitForTimeout(500)
  const file = join(folder, `${name}.png`)
  await page.screenshot({ path: file, fullPage: folder !== IMAGES })
  return file
}

const IMAGES = join(root, 'docs/images')
const given = process.argv[2]
const folder = given ?? IMAGES
mkdirSync(folder, { recursive: true })
const home = mkdtempSync(join(tmpdir(), 'teamlore-picture-'))
const port = await freePort()
const key = `tlk_${randomBytes(32).toString('base64url')}`
const url = `http://localhost:${port}`
const server = await startServer({ home, port, key })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--force-device-scale-factor=1'],
})
try {
  const { ask } = await fillDemo({ url, key })
  if (given === undefined) await ask('PUT', '/v1/home/guide', { is_hidden: true })
  const page = await browser.newPage()
  await signIn(page, { url, key })
  const views = given === undefined ? [{ ...VIEWS[0], name: 'home' }] : VIEWS
  for (const view of views) {
    const file = await shoot(page, url, folder, view)
    const { size } = statSync(file)
    process.stdout.write(`${file}: ${size} bytes\n`)
    if (folder === IMAGES && size > MOST_BYTES) throw new Error(`more than ${MOST_BYTES} bytes`)
  }
} finally {
  await browser.close()
  await server.stop()
  rmSync(home, { recursive: true, force: true })
}
