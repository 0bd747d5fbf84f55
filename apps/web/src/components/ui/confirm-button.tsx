'use client'

import { Button } from '@mantine/core'
import { useState } from 'react'

/** A button of what cannot be undone: it asks once more, in its own place. */
export const ConfirmButton = ({
  children,
  question,
  isPending,
  onConfirm,
}: {
  children: string
  /** What the second press says it does. */
  question: string
  isPending: boolean
  onConfirm: () => void
}) => {
  const [isAsking, setAsking] = useState(false)
  return (
    <Button
      size="xs"
      variant={isAsking ? 'filled' : 'default'}
      {...(isAsking ? { color: 'red' } : {})}
      loading={isPending}
      onBlur={() => setAsking(false)}
      onClick={() => {
        if (isAsking) onConfirm()
        setAsking(!isAsking)
      }}
    >
      {isAsking ? question : children}
    </Button>
  )
}
