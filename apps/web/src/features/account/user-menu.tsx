'use client'

import { Popover } from '@mantine/core'
import {
  IconApi,
  IconChecklist,
  IconKeyboard,
  IconLogout,
  IconSelector,
  IconSettings,
} from '@tabler/icons-react'
import Link from 'next/link'
import { useState } from 'react'
import { useSignOut } from '../../components/ui/use-sign-out.ts'
import { useApi } from '../../lib/api.tsx'
import { withBase } from '../../lib/base-path.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { initials } from './initials.ts'
import { useMe } from './use-me.ts'
import './user-menu.css'

type Props = {
  onShowKeys: () => void
  /** Brings the guide of the first steps back. */
  onShowGuide: () => void
}

/** Who is here, and the way out. */
export const UserMenu = ({ onShowKeys, onShowGuide }: Props) => {
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  const name = me.data ? plainLine(me.data.user.name) : '…'
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="top-start"
      width={240}
      shadow="md"
      trapFocus
      withinPortal={false}
    >
      <Popover.Target>
        <button type="button" className="user-menu" onClick={() => setOpen(!isOpen)}>
          <span className="tl-hidden-label">Account of {name}</span>
          <span className="user-menu-mark" aria-hidden>
            {initials(name)}
          </span>
          <span className="user-menu-names" aria-hidden>
            <span className="user-menu-name">{name}</span>
            <span className="user-menu-team">{me.data ? plainLine(me.data.team.name) : ''}</span>
          </span>
          <IconSelector size={14} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown className="user-menu-list" aria-label="Account">
        <p>
          {plainLine(me.data?.user.email ?? name)}
          {me.data && `, ${me.data.role}`}
        </p>
        <button
          type="button"
          className="user-menu-item"
          onClick={() => {
            setOpen(false)
            onShowKeys()
          }}
        >
          <IconKeyboard size={16} stroke={1.75} aria-hidden />
          Keyboard shortcuts
        </button>
        <button
          type="button"
          className="user-menu-item"
          onClick={() => {
            setOpen(false)
            onShowGuide()
          }}
        >
          <IconChecklist size={16} stroke={1.75} aria-hidden />
          First steps
        </button>
        <Link className="user-menu-item" href="/settings" onClick={() => setOpen(false)}>
          <IconSettings size={16} stroke={1.75} aria-hidden />
          Settings
        </Link>
        <a className="user-menu-item" href={withBase('/docs')} target="_blank" rel="noopener">
          <IconApi size={16} stroke={1.75} aria-hidden />
          API reference
        </a>
        <SignOut />
      </Popover.Dropdown>
    </Popover>
  )
}

const SignOut = () => {
  const api = useApi()
  const signOut = useSignOut(() => api.signOut())
  return (
    <button
      type="button"
      className="user-menu-item"
      disabled={signOut.isPending}
      onClick={() => signOut.mutate()}
    >
      <IconLogout size={16} stroke={1.75} aria-hidden />
      Sign out
    </button>
  )
}
