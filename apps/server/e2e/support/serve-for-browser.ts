import { findBrowser } from '../../../web/e2e/support/find-browser.ts'
import { openTeamlore, type Teamlore } from './teamlore.ts'

/** As many as vitest has workers: tests of a page may change what the whole team sees. */
const SERVERS = 2

/** Runs the product for the browser tests, which know only an address and a key: one server for each worker. */
export default async () => {
  // Somebody may point them at a server of their own.
  if (process.env['E2E_BASE_URL']) return
  if (!findBrowser()) {
    process.stderr.write(
      'Tests of the dashboard are skipped: no browser found. Install Chromium, or name one by CHROMIUM_PATH.\n',
    )
    return
  }
  // The provider that they enter is on this machine.
  const env = { ALLOWED_PRIVATE_HOSTS: 'localhost' }
  const servers: Teamlore[] = []
  for (let started = 0; started < SERVERS; started++) servers.push(await openTeamlore({ env }))
  process.env['E2E_SERVERS'] = JSON.stringify(
    servers.map(({ url, adminKey }) => ({ url, adminKey })),
  )
  return async () => {
    for (const server of servers) await server.close()
  }
}
