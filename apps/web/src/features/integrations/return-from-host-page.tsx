'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { errorWords } from '../../components/ui/error-words.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { NotYours, SettingsFrame } from '../settings/index.ts'

/** Where GitHub sends the browser back to, with a code for the app that it made. */
export const ReturnFromHostPage = () => (
  <SettingsFrame title="Connect a GitHub" note="The app is made; what is left is where it works.">
    {(_me, may) => (may('integrations.manage') ? <Answer /> : <NotYours who="admins" />)}
  </SettingsFrame>
)

const Answer = () => {
  const query = useSearchParams()
  const code = query.get('code')
  const state = query.get('state')
  return (
    <section className="settings-section" aria-label="Connect a GitHub">
      {code === null || state === null ? (
        <p className="settings-note">GitHub sent no code. Begin again.</p>
      ) : (
        <Finish code={code} state={state} />
      )}
      <p>
        <Link href="/settings/integrations">Integrations</Link>
      </p>
    </section>
  )
}

const Finish = ({ code, state }: { code: string; state: string }) => {
  const api = useApi()
  const queryClient = useQueryClient()
  const asked = useRef(false)
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => api.integrations.finish({ code, state }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.integrations }),
  })
  // The code works once, and an effect may run twice.
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    mutate()
  }, [mutate])
  return (
    <>
      {isPending && <p className="settings-note">Taking its keys …</p>}
      {error && <p role="alert">{errorWords(error)}</p>}
      {data?.app && (
        <p>
          {plainLine(data.app.slug)} is connected.{' '}
          {data.app.install_url !== null && (
            <a href={data.app.install_url} rel="noreferrer">
              Choose its repositories
            </a>
          )}
        </p>
      )}
    </>
  )
}
