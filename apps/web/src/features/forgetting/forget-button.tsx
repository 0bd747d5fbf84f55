'use client'

import { ActionIcon, Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { mayDo } from '@teamlore/shared/roles'
import { useState } from 'react'
import { useMe } from '../account/index.ts'
import { ForgetDialog } from './forget-dialog.tsx'
import type { Forgettable } from './forget-thing.ts'

/** For whose it is, and for admins; the server says so again. */
export const ForgetButton = ({
  thing,
  ownerId,
  onForgotten,
  isSmall = false,
}: {
  thing: Forgettable
  /** Whose it is; undefined where the reader has to ask the server. */
  ownerId: string | undefined
  onForgotten: () => void
  /** As a sign among others of a line. */
  isSmall?: boolean
}) => {
  const me = useMe().data
  const [isOpen, setOpen] = useState(false)
  if (me === undefined || !mayDo(me.role, 'records.forget')) return null
  const isTheirs = ownerId === undefined || ownerId === me.user.id
  if (!isTheirs && !mayDo(me.role, 'forgetting.manage')) return null
  return (
    <>
      {isSmall ? (
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={`Forget this ${thing.kind}`}
          title={`Forget this ${thing.kind}`}
          onClick={() => setOpen(true)}
        >
          <IconTrash size={14} stroke={1.75} aria-hidden />
        </ActionIcon>
      ) : (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTrash size={14} stroke={1.75} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          Forget
        </Button>
      )}
      {isOpen && (
        <ForgetDialog thing={thing} onClose={() => setOpen(false)} onForgotten={onForgotten} />
      )}
    </>
  )
}
