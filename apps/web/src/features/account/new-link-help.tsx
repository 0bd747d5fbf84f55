'use client'

import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { CommandLine } from '../../components/ui/command-line.tsx'
import { withBase } from '../../lib/base-path.ts'
import { tokenIn } from './sign-in-token.ts'

/** How to come by a link, and a place to paste one. */
export const NewLinkHelp = ({ next }: { next: string }) => {
  const [pasted, setPasted] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const token = tokenIn(pasted)
    if (token === undefined) {
      setProblem('This is no sign-in link. It looks like …/sign-in?token=… and is used whole.')
      return
    }
    location.assign(withBase(`/sign-in?${new URLSearchParams({ token, next })}`))
  }
  return (
    <>
      <p className="sign-in-text">Make a link on the machine where the server runs:</p>
      <CommandLine command="npm run sign-in" />
      <p className="sign-in-text">Or ask an admin of your team to send you one.</p>
      <form className="sign-in-form" onSubmit={submit}>
        <TextInput
          label="Paste a sign-in link"
          placeholder="https://…/sign-in?token=…"
          value={pasted}
          error={problem}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setPasted(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
        <Button type="submit" disabled={pasted.trim() === ''}>
          Sign in
        </Button>
      </form>
    </>
  )
}
