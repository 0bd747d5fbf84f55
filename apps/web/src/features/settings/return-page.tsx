'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'
import { errorWords } from '../../components/ui/error-words.tsx'
import { ConnectFrame } from './connect-frame.tsx'

type Code = { code: string; state: string }

type Finishing<T> = {
  finish: (code: Code) => Promise<T>
  /** What is listed anew afterwards. */
  of: readonly string[]
  /** While it is asked. */
  waiting: string
  children: (made: T) => ReactNode
}

type Props<T> = Finishing<T> & { title: string; note: string; host: string }

/** Where another program sends the browser back to, with a code that is traded in once. */
export const ReturnPage = <T,>({ title, note, host, ...finishing }: Props<T>) => {
  const query = useSearchParams()
  const code = query.get('code')
  const state = query.get('state')
  return (
    <ConnectFrame title={title} note={note}>
      {code === null || state === null ? (
        <p className="settings-note">{host} sent no code. Begin again.</p>
      ) : (
        <Finish code={{ code, state }} {...finishing} />
      )}
      <p>
        <Link href="/settings/integrations">Integrations</Link>
      </p>
    </ConnectFrame>
  )
}

const Finish = <T,>({ code, finish, of, waiting, children }: Finishing<T> & { code: Code }) => {
  const queryClient = useQueryClient()
  const asked = useRef(false)
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => finish(code),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: of }),
  })
  // The code works once, and an effect may run twice.
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    mutate()
  }, [mutate])
  return (
    <>
      {isPending && <p className="settings-note">{waiting}</p>}
      {error && <p role="alert">{errorWords(error)}</p>}
      {data !== undefined && children(data)}
    </>
  )
}
