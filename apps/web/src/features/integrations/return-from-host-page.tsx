'use client'

import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { ReturnPage } from '../settings/index.ts'

/** Where GitHub sends the browser back to, with a code for the app that it made. */
export const ReturnFromHostPage = () => {
  const api = useApi()
  return (
    <ReturnPage
      title="Connect a GitHub"
      note="The app is made; what is left is where it works."
      host="GitHub"
      finish={(code) => api.integrations.finish(code)}
      of={queryKeys.integrations}
      waiting="Taking its keys …"
    >
      {({ app }) =>
        app !== null && (
          <p>
            {plainLine(app.slug)} is connected.{' '}
            {app.install_url !== null && (
              <a href={app.install_url} rel="noreferrer">
                Choose its repositories
              </a>
            )}
          </p>
        )
      }
    </ReturnPage>
  )
}
