'use client'

import { Button } from '@mantine/core'
import { useState } from 'react'
import { ForgetDialog } from './forget-dialog.tsx'

/** Erases a person, after all that goes was shown and their name was typed. */
export const EraseButton = ({ id, name }: { id: string; name: string }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Erase…
      </Button>
      {isOpen && (
        <ForgetDialog
          thing={{ kind: 'person', id, name }}
          onClose={() => setOpen(false)}
          onForgotten={() => undefined}
        />
      )}
    </>
  )
}
