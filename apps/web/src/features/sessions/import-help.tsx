'use client'

import { CommandLine } from '../../components/ui/command-line.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { ImportLink } from '../import/index.ts'
import './import-help.css'
import { serverAddress } from '../../lib/base-path.ts'

/** What stands here before the first session: how the first ones get in. */
export const ImportHelp = () => {
  return (
    <div className="import-help">
      <PageTitle title="Sessions" />
      <h1>Bring in your first sessions</h1>
      <p className="import-help-lead">
        Teamlore reads what your coding tools already keep on your machine. Two commands, and this
        page fills up while you watch.
      </p>
      <ol>
        <li>
          <h2>Connect this machine</h2>
          <CommandLine command={`npx ${serverAddress()}/agent.tgz join`} />
          <p>
            It installs <code className="tl-mono">lore</code> from this server and asks for a short
            code, which you confirm here in the browser. No key has to be copied.
          </p>
        </li>
        <li>
          <h2>Import</h2>
          <CommandLine command="lore import" />
          <p>
            Secrets are taken out on your machine, before anything is sent. Try{' '}
            <code className="tl-mono">lore import --dry-run</code> to see what would be.
          </p>
        </li>
      </ol>
      <div className="import-help-file">
        <p>Or hand in session files that you have lying about, without the agent.</p>
        <ImportLink />
      </div>
      <p className="import-help-waiting" role="status">
        <span aria-hidden className="import-help-dot" />
        Waiting for the first session. It appears here by itself.
      </p>
    </div>
  )
}
