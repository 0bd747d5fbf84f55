'use client'

import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'

type Props = {
  label: string
  action: string
  onSay: (reason: string) => void
  onCancel: () => void
}

/** Asks for a reason, which may be empty: Enter says it, Escape goes back. */
export const WhyField = ({ label, action, onSay, onCancel }: Props) => {
  const [reason, setReason] = useState('')
  return (
    <form
      className="why-field"
      onSubmit={(event) => {
        event.preventDefault()
        onSay(reason.trim())
      }}
    >
      <TextInput
        label={label}
        size="xs"
        maxLength={1_000}
        data-autofocus
        ref={(input) => input?.focus()}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel()
        }}
      />
      <Button size="xs" type="submit">
        {action}
      </Button>
      <Button size="xs" variant="subtle" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  )
}
