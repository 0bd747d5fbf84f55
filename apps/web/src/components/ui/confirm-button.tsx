'use client'

import { Button } from '@mantine/core'
import { useState } from 'react'

/** A button of what cannot be undone: it asks once more, in its own place. */
export const ConfirmButton = ({
  children,
  question,
  isPending,
  onConfirm,
  size = 'xs',
}: {
  children: string
  /** What the second press says it does. */
  question: string
  isPending: boolean
  onConfirm: () => void
  /** That of the buttons beside it. */
  size?: 'xs' | 'sm'
}) => {
  const [isAsking, setAsking] = useState(false)
  return (
    <Button
      size={size}
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
