'use client'

import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../components/ui/use-change.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'

/** How others see one, in all of one's teams. */
export const NameForm = ({ name, email }: { name: string; email: string | null }) => {
  const api = useApi()
  const [typed, setTyped] = useState(name)
  const rename = useChange(() => api.renameMe({ name: typed.trim() }), {
    of: queryKeys.me,
    failed: 'Not renamed',
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename.mutate()
  }
  return (
    <section className="settings-section" aria-labelledby="settings-name">
      <h2 id="settings-name">Name</h2>
      <p className="settings-note">
        What your colleagues see.
        {email !== null && ` Your address is ${plainLine(email)}.`}
      </p>
      <form className="settings-row" onSubmit={submit}>
        <TextInput
          aria-label="Name"
          value={typed}
          maxLength={100}
          autoComplete="name"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button
          type="submit"
          size="sm"
          variant="default"
          loading={rename.isPending}
          disabled={typed.trim() === '' || typed.trim() === name}
        >
          Save
        </Button>
      </form>
    </section>
  )
}
