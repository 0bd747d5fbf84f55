'use client'

import { Button } from '@mantine/core'
import { startAuthentication } from '@simplewebauthn/browser'
import {
  IconBrandGithub,
  IconBrandGitlab,
  IconBrandGoogle,
  IconFingerprint,
  IconShieldLock,
} from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { messageOf, useApi } from '../../lib/api.tsx'
import { withBase } from '../../lib/base-path.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { safePath } from '../../lib/safe-path.ts'

const ICONS = {
  github: IconBrandGithub,
  gitlab: IconBrandGitlab,
  google: IconBrandGoogle,
  oidc: IconShieldLock,
} as const

/** A button for each provider there is, and one for passkeys. */
export const SignInWays = ({
  next,
  joining,
}: {
  next: string
  /** An invitation that is accepted with the sign-in; who comes by a passkey comes back to its page. */
  joining?: { token: string; page: string }
}) => {
  const api = useApi()
  const options = useQuery({
    queryKey: ['sign-in', 'options'],
    queryFn: ({ signal }) => api.signInWith.options({ signal }),
    meta: { staysHere: true },
  })
  const begin = useMutation({
    mutationFn: (id: string) =>
      api.signInWith.startProvider(id, {
        next,
        ...(joining && { invitation: joining.token }),
      }),
    onSuccess: ({ url }) => location.assign(url),
  })
  const passkey = useMutation({
    mutationFn: async () => {
      const { options: optionsJSON } = await api.signInWith.startPasskey()
      const response = await startAuthentication({ optionsJSON: optionsJSON as never })
      return api.signInWith.finishPasskey({
        response: response as never,
        next: joining?.page ?? next,
      })
    },
    onSuccess: (answer) => location.replace(withBase(safePath(answer.next))),
  })
  const problem = begin.error ?? passkey.error
  if (!options.data) return null
  return (
    <div className="sign-in-ways">
      {options.data.providers.map(({ id, name, kind }) => {
        const Icon = ICONS[kind]
        return (
          <Button
            key={id}
            variant="default"
            size="md"
            leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
            loading={begin.isPending && begin.variables === id}
            onClick={() => begin.mutate(id)}
          >
            {joining ? 'Join' : 'Continue'} with {plainLine(name)}
          </Button>
        )
      })}
      {options.data.passkeys && (
        <Button
          variant="default"
          size="md"
          leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden />}
          loading={passkey.isPending}
          onClick={() => passkey.mutate()}
        >
          Use a passkey
        </Button>
      )}
      {problem && (
        <p className="sign-in-problem" role="alert">
          {passkeyWords(problem)}
        </p>
      )}
    </div>
  )
}

/** What browsers say when somebody closes their window of passkeys is of no help to anybody. */
export const passkeyWords = (error: unknown): string =>
  error instanceof Error && error.name === 'NotAllowedError'
    ? 'No passkey was used. Try again, or come in another way.'
    : messageOf(error)
