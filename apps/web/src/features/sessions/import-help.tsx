'use client'

import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { CommandLine } from '../../components/ui/command-line.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { messageOf, useApi } from '../../lib/api.tsx'
import { useMe } from '../account/index.ts'
import { ImportLink } from '../import/index.ts'
import './import-help.css'

/** What stands here before the first session: how the first ones get in. */
export const ImportHelp = () => {
  const api = useApi()
  const me = useMe()
  const newKey = useMutation({
    mutationFn: () => api.keys.create({ name: 'Made on the welcome page', role: 'member' }),
  })
  const mayMakeKeys = me.data?.role === 'admin' || me.data?.role === 'owner'
  const key = newKey.data?.key
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
          <h2>Tell the agent where this server is</h2>
          <CommandLine command={`lore login --server ${location.origin} --key ${key ?? 'KEY'}`} />
          {key ? (
            <p>The key is in the command. It is shown only this once; the server keeps a hash.</p>
          ) : (
            <p>
              {mayMakeKeys
                ? 'KEY is an API key. Make one here, or use the admin key that the first start wrote to the file admin-key in the data folder.'
                : 'KEY is an API key. An admin of your team gives you one.'}
            </p>
          )}
          {mayMakeKeys && !key && (
            <Button
              size="xs"
              variant="light"
              loading={newKey.isPending}
              onClick={() => newKey.mutate()}
            >
              Make a key
            </Button>
          )}
          {newKey.isError && <p role="alert">{messageOf(newKey.error)}</p>}
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
