'use client'

import { Button } from '@mantine/core'
import { IconEyeOff, IconUsers } from '@tabler/icons-react'
import type { SessionDetail } from '@teamlore/shared'
import { mayDo } from '@teamlore/shared/roles'
import { useState } from 'react'
import { useMe } from '../account/index.ts'
import { ShareDialog } from './share-dialog.tsx'

/** Lets the author of a session show it to the team, and take it back while that is possible. */
export const ShareButton = ({ session }: { session: SessionDetail }) => {
  const me = useMe().data
  const [isOpen, setOpen] = useState(false)
  // Nobody else may, whatever their role is.
  const isMine = me !== undefined && session.author.id === me.user.id
  if (!isMine || !mayDo(me.role, 'sessions.capture')) return null
  const isPrivate = session.visibility === 'private'
  const Icon = isPrivate ? IconUsers : IconEyeOff
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon size={14} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {isPrivate ? 'Share with the team' : 'Make private'}
      </Button>
      {isOpen && <ShareDialog sessionId={session.id} onClose={() => setOpen(false)} />}
    </>
  )
}
