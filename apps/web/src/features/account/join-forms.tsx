'use client'

import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@teamlore/shared'
import { type FormEvent, useState } from 'react'
import { errorWords } from '../../components/ui/error-words.tsx'
import { useApi } from '../../lib/api.tsx'
import { withBase } from '../../lib/base-path.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { SignInWays } from './sign-in-ways.tsx'

type Joining = { token: string; next: string }

/** Who is signed in joins as who they are, and no other. */
export const JoinAsMe = ({ token, next, name }: Joining & { name: string }) => {
  const api = useApi()
  const join = useMutation({
    mutationFn: () => api.invitations.join({ token }),
    onSuccess: () => location.assign(withBase(next)),
  })
  const leave = useMutation({
    mutationFn: () => api.signOut(),
    onSuccess: () => location.reload(),
  })
  return (
    <div className="sign-in-ways">
      <Button loading={join.isPending} onClick={() => join.mutate()}>
        Join as {plainLine(name)}
      </Button>
      <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
        I am somebody else
      </Button>
      {join.isError && (
        <p className="sign-in-problem" role="alert">
          {errorWords(join.error)}
        </p>
      )}
    </div>
  )
}

/** Who is not signed in comes in by a provider, or as somebody new by name alone. */
export const JoinAsNew = ({ token, next }: Joining) => {
  const api = useApi()
  const [name, setName] = useState('')
  const accept = useMutation({
    mutationFn: () => api.invitations.accept({ token, name: name.trim() }),
    onSuccess: () => location.assign(withBase(next)),
  })
  const page = `/join?${new URLSearchParams({ token, next })}`
  const isKnown =
    accept.error instanceof ApiError && accept.error.code === 'invitation.sign_in_first'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    accept.mutate()
  }
  return (
    <>
      <SignInWays next={next} joining={{ token, page }} />
      <form className="sign-in-form" onSubmit={submit}>
        <TextInput
          label="Or come in by name alone"
          placeholder="Your name"
          value={name}
          maxLength={100}
          autoComplete="name"
          error={accept.isError ? errorWords(accept.error) : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          loading={accept.isPending}
          disabled={name.trim() === ''}
        >
          Join
        </Button>
        {isKnown && (
          <a className="tl-link" href={withBase(`/sign-in?${new URLSearchParams({ next: page })}`)}>
            Sign in first
          </a>
        )}
      </form>
    </>
  )
}
