import { findBrowser } from '../../../web/e2e/support/find-browser.ts'
import { openTeamlore } from './teamlore.ts'

/** Runs the product for the browser tests, which know only an address and a key. */
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
  const teamlore = await openTeamlore({ env: { ALLOWED_PRIVATE_HOSTS: 'localhost' } })
  process.env['E2E_BASE_URL'] = teamlore.url
  process.env['TEAMLORE_ADMIN_KEY'] = teamlore.adminKey
  return () => teamlore.close()
}
