import type { Browser, Page } from 'playwright-core'
import { openBrowser, type Watch, watch } from './browser.ts'
import type { Settings } from './settings.ts'
import { signInLink } from './sign-in.ts'

/** A page in a browser of its own, and what it must never do as it is noted. */
export type Opened = { browser: Browser; page: Page; seen: Watch }

/** Empty, in a window of usual size, and of somebody who is not signed in. */
export const openPage = async ({ baseUrl, chromium }: Settings): Promise<Opened> => {
  const browser = await openBrowser(chromium)
  const context = await browser.newContext({
    viewport: { width: 1360, height: 860 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(40_000)
  return { browser, page, seen: watch(page, baseUrl) }
}

/** The first page there is, of somebody who has just signed in. */
export const openSignedInPage = async (settings: Settings): Promise<Opened> => {
  const opened = await openPage(settings)
  await opened.page.goto(await signInLink(settings.baseUrl, settings.signIn))
  await opened.page.waitForURL(`${settings.baseUrl}/`)
  return opened
}
