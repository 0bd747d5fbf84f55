import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFindings, type Watch, watchUnanswered } from './support/browser.ts'
import { openSignedInPage } from './support/open-page.ts'
import { fillTeam } from './support/rich-seed.ts'
import { readSettings } from './support/settings.ts'

const settings = readSettings()
const APP = join(import.meta.dirname, '../src/app')

/** `/books/[book]`, as the folders of the app have it. */
const routes = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((path) => path === 'page.tsx' || path.endsWith('/page.tsx'))
  .map((path) => `/${path.replace(/\/?page\.tsx$/, '')}`.replace(/\/\([^)]+\)/g, '') || '/')

/** What a page in other colours may fail that it did not fail before: everything else in it is the same. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block']

type Ids = Awaited<ReturnType<typeof fillTeam>>

/** Where each is looked at; a page that is not named here is looked at by its own address. */
const PLACES: Record<string, (ids: Ids) => string[]> = {
  '/': () => ['/', '/?guide=shown'],
  '/project': () => ['/project', '/project?project=nope'],
  '/sessions': () => ['/sessions', '/sessions?tool=none'],
  '/memories/review': () => ['/memories/review', '/memories/review?batch=true'],
  '/memories/use': () => ['/memories/use', '/memories/use?show=unread'],
  '/memories/log': () => ['/memories/log', '/memories/log?view=difference'],
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
  '/consent/[id]': ({ client }) => [
    `/oauth/authorize?${new URLSearchParams({
      client_id: client,
      redirect_uri: 'http://127.0.0.1/callback',
      response_type: 'code',
      scope: 'read write',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    })}`,
    `/consent/${'x'.repeat(43)}`,
  ],
  '/memories/[id]': ({ memory }) => [`/memories/${memory}`],
  '/commits/[id]': ({ commit }) => [`/commits/${commit}`],
  '/entities/[id]': ({ entity }) => [`/entities/${entity}`],
  '/memory-files/[id]': ({ memoryFile }) => [`/memory-files/${memoryFile}`],
  '/settings/projects/[id]/holdout': ({ project }) => [
    `/settings/projects/${project}/holdout`,
    '/settings/projects/prj_00000000000000000000000000/holdout',
  ],
  '/settings/projects/[id]/retention': ({ project }) => [
    `/settings/projects/${project}/retention`,
    '/settings/projects/prj_00000000000000000000000000/retention',
  ],
  '/settings/projects/[id]/agents-md': ({ project }) => [
    `/settings/projects/${project}/agents-md`,
    '/settings/projects/prj_00000000000000000000000000/agents-md',
  ],
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
    let unanswered: () => string[]
    let ids: Ids

    beforeAll(async () => {
      ;({ browser, page, seen } = await openSignedInPage(settings))
      unanswered = watchUnanswered(page)
      ids = await fillTeam(page, Date.now().toString(36))
    }, 120_000)
    afterAll(() => browser?.close())

    const open = async (path: string) => {
      await page.goto(`${settings.baseUrl}${path}`)
      await page.locator('h1').first().waitFor()
      await expect.poll(atRest, { message: path }).toEqual({ busy: [] })
    }
    /** What still loads; and if something does, what it may be waiting for. */
    const atRest = async () => {
      const busy = await busyParts()
      if (busy.length === 0) return { busy }
      return { busy, unanswered: unanswered(), errors: [...seen.errors] }
    }
    const busyParts = () =>
      page
        .locator('[aria-busy="true"]')
        .evaluateAll((parts) => parts.map((part) => part.ariaLabel ?? part.className))
    const colours = () => page.locator('html').getAttribute('data-mantine-color-scheme')
    /** What lies outside of the window keeps its colours until somebody comes there: all of it is drawn. */
    const drawAll = () =>
      page.evaluate(() => {
        for (const element of document.querySelectorAll<HTMLElement>('main *'))
          if (getComputedStyle(element).contentVisibility === 'auto')
            element.style.contentVisibility = 'visible'
      })
    const findingsOf = async (path: string, rules?: readonly string[]) => ({
      path,
      findings: await accessibilityFindings(page, rules),
    })
    /** How far it can be scrolled sideways. */
    const overflow = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )

    test.each(routes)(
      '%s is accessible, light and dark, and fits a narrow screen',
      async (route) => {
        for (const path of PLACES[route]?.(ids) ?? [route]) {
          await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
          await open(path)
          expect.soft(await findingsOf(path)).toEqual({ path, findings: [] })
          // As at dusk or dawn: the page that is open changes its colours.
          await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
          await expect.poll(colours).toBe('light')
          await drawAll()
          const ofColours = await findingsOf(path, RULES_OF_COLOURS)
          expect.soft(ofColours).toEqual({ path, findings: [] })
          // A window that is made narrower, and wider again, is laid out again.
          for (const width of [1_180, 1_024, 720, 390, 800, 1_360]) {
            await page.setViewportSize({ width, height: 860 })
            await expect.poll(overflow, { message: `${path} at ${width}` }).toBeLessThanOrEqual(0)
          }
          expect.soft(seen.errors.splice(0).join('\n'), path).toBe('')
        }
      },
    )
  })
