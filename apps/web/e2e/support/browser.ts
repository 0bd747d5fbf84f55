import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, type Page, type Request } from 'playwright-core'

/** Without these Chromium asks its maker's hosts for things while the test runs. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const openBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, headless: true, args: ARGUMENTS })

export type Watch = { errors: string[]; foreign: string[] }

/** Notes what a page must never do: break, violate its content policy, or talk to another origin. */
export const watch = (page: Page, baseUrl: string): Watch => {
  const seen: Watch = { errors: [], foreign: [] }
  page.on('pageerror', (error) => seen.errors.push(error.message))
  page.on('console', (message) => {
    // A refused request is how a page learns that nobody is signed in.
    const isRefused = /status of (401|404)/.test(message.text())
    if (message.type() === 'error' && !isRefused) seen.errors.push(message.text())
  })
  page.on('dialog', (dialog) => {
    seen.errors.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(baseUrl) && !url.startsWith('data:')) seen.foreign.push(url)
  })
  return seen
}

/** What a page asked for and was not answered yet, without the stream of events. */
export const watchUnanswered = (page: Page): (() => string[]) => {
  const asked = new Set<Request>()
  page.on('request', (request) => void asked.add(request))
  page.on('requestfinished', (request) => void asked.delete(request))
  page.on('requestfailed', (request) => void asked.delete(request))
  page.on('framenavigated', (frame) => frame === page.mainFrame() && asked.clear())
  return () =>
    [...asked].map((request) => request.url()).filter((url) => !url.includes('/v1/events'))
}

/** What axe finds, one line each; by all of its rules, or by some. */
export const accessibilityFindings = async (
  page: Page,
  rules?: readonly string[],
): Promise<string[]> => {
  // No page here has frames of others, so that nothing has to be put together in a page beside it.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  if (rules) axe.withRules([...rules])
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`)
}
