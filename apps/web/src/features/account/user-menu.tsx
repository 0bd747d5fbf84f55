'use client'

import { Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconApi, IconKeyboard, IconLogout, IconSelector } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { messageOf, useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { useMe } from './use-me.ts'
import './user-menu.css'

/** Who is here, and the way out. */
export const UserMenu = ({ onShowKeys }: { onShowKeys: () => void }) => {
  const api = useApi()
  const me = useMe()
  const signOut = useMutation({
    mutationFn: () => api.signOut(),
    onSuccess: () => location.assign('/sign-in?signed_out=1'),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'Not signed out', message: messageOf(error) }),
  })
  const name = me.data ? plainLine(me.data.user.name) : '…'
  return (
    <Menu position="top-start" width={240} shadow="md" withinPortal>
      <Menu.Target>
        <button type="button" className="user-menu" aria-label={`Account of ${name}`}>
          <span className="user-menu-mark" aria-hidden>
            {initials(name)}
          </span>
          <span className="user-menu-names">
            <span className="user-menu-name">{name}</span>
            <span className="user-menu-team">{me.data ? plainLine(me.data.team.name) : ''}</span>
          </span>
          <IconSelector size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {me.data?.user.email ?? name}
          {me.data && ` · ${me.data.role}`}
        </Menu.Label>
        <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={onShowKeys}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item
          component="a"
          href="/docs"
          target="_blank"
          leftSection={<IconApi size={16} aria-hidden />}
        >
          API reference
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          disabled={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const initials = (name: string): string =>
  name
    .split(' ')
    .map((word) => [...word][0] ?? '')
    .filter((letter) => /\p{L}/u.test(letter))
    .slice(0, 2)
    .join('')
    .toUpperCase()
