import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFindings, type Watch } from './support/browser.ts'
import { openSignedInPage } from './support/open-page.ts'
import { fillTeam } from './support/rich-seed.ts'
import { readSettings } from './support/settings.ts'

const settings = readSettings()
const APP = join(import.meta.dirname, '../src/app')

/** `/books/[book]`, as the folders of the app have it. */
const routes = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((path) => path === 'page.tsx' || path.endsWith('/page.tsx'))
  .map((path) => `/${path.replace(/\/?page\.tsx$/, '')}`.replace(/\/\([^)]+\)/g, '') || '/')

type Ids = Awaited<ReturnType<typeof fillTeam>>

/** Where each is looked at; a page that is not named here is looked at by its own address. */
const PLACES: Record<string, (ids: Ids) => string[]> = {
  '/': () => ['/', '/?tool=none'],
  '/search': () => [
    '/search',
    '/search?q=tide',
    '/search?q=tide&by=hit',
    '/search?q=tide&by=session',
    '/search?q=zzzzzz',
  ],
  '/sessions/[id]': ({ session }) => [
    `/sessions/${session}`,
    `/sessions/${session}?tab=observations`,
    `/sessions/${session}?tab=files`,
    '/sessions/ses_00000000000000000000000000',
  ],
  '/memories/[id]': ({ memory }) => [`/memories/${memory}`],
  '/commits/[id]': ({ commit }) => [`/commits/${commit}`],
  '/entities/[id]': ({ entity }) => [`/entities/${entity}`],
  '/memory-files/[id]': ({ memoryFile }) => [`/memory-files/${memoryFile}`],
  '/books/[book]': () =>
    ['entities', 'graph', 'timeline', 'problems', 'proposals', 'schema', 'history'].map(
      (view) => `/books/harbourbook?view=${view}`,
    ),
  '/books/[book]/entity': () => [
    '/books/harbourbook/entity?name=Queue',
    '/books/harbourbook/entity?name=Queue%20retired',
  ],
  '/timeline': ({ memory }) => ['/timeline', `/timeline?around=${memory}`],
  '/device': () => ['/device', '/device?code=WDJB-MJHT'],
  '/join': () => ['/join?token=nobody'],
  '/sign-in/callback/[provider]': () => ['/sign-in/callback/nobody'],
}

if ('skip' in settings) test.skip(`every page (${settings.skip})`, () => undefined)
else
  describe('every page', () => {
    let browser: Browser
    let page: Page
    let seen: Watch
    let ids: Ids

    beforeAll(async () => {
      ;({ browser, page, seen } = await openSignedInPage(settings))
      ids = await fillTeam(page, Date.now().toString(36))
    }, 120_000)
    afterAll(() => browser?.close())

    const open = async (path: string) => {
      await page.goto(`${settings.baseUrl}${path}`)
      await page.locator('h1').first().waitFor()
      await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
    }
    /** How far it can be scrolled sideways. */
    const overflow = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )

    test.each(routes)(
      '%s is accessible, light and dark, and fits a narrow screen',
      async (route) => {
        for (const path of PLACES[route]?.(ids) ?? [route]) {
          await page.setViewportSize({ width: 1_360, height: 860 })
          for (const colorScheme of ['dark', 'light'] as const) {
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
            await open(path)
            const findings = await accessibilityFindings(page)
            expect
              .soft({ path, colorScheme, findings })
              .toEqual({ path, colorScheme, findings: [] })
          }
          // A window that is made narrower, and wider again, is laid out anew.
          for (const width of [1_180, 1_024, 720, 390, 800, 1_360]) {
            await page.setViewportSize({ width, height: 860 })
            await expect.poll(overflow, { message: `${path} at ${width}` }).toBeLessThanOrEqual(0)
          }
          expect.soft({ path, errors: seen.errors.splice(0) }).toEqual({ path, errors: [] })
        }
      },
    )
  })
