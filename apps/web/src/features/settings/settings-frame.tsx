'use client'

import type { Me } from '@teamlore/shared'
import { type Ability, mayDo } from '@teamlore/shared/roles'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { ErrorState, Loading } from '../../components/ui/states.tsx'
import { useMe } from '../account/index.ts'
import './settings-page.css'

type Tab = { href: string; name: string; needs: Ability }

/** Each shows who may use it; the table of roles says who that is. */
const TABS: readonly Tab[] = [
  { href: '/settings', name: 'You', needs: 'self.manage' },
  { href: '/settings/keys', name: 'Keys and machines', needs: 'self.manage' },
  { href: '/settings/connect', name: 'Connect an agent', needs: 'self.manage' },
  { href: '/settings/clients', name: 'Connected clients', needs: 'self.manage' },
  { href: '/settings/team', name: 'Team', needs: 'people.see' },
  { href: '/settings/invitations', name: 'Invitations', needs: 'people.invite' },
  { href: '/settings/projects', name: 'Projects', needs: 'team.read' },
  { href: '/settings/memories', name: 'Memories', needs: 'team.read' },
  { href: '/settings/deletions', name: 'Deletions', needs: 'records.forget' },
  { href: '/settings/sign-in', name: 'Sign-in', needs: 'sign_in.manage' },
  { href: '/settings/integrations', name: 'Integrations', needs: 'integrations.manage' },
  { href: '/settings/audit', name: 'Audit', needs: 'audit.read' },
  { href: '/settings/usage', name: 'Language model', needs: 'team.read' },
  { href: '/settings/own-agents', name: 'Own agents', needs: 'team.read' },
]

/** A page beneath that of a tab belongs to it. */
export const currentOf = (href: string, pathname: string): 'page' | 'true' | undefined => {
  if (pathname === href) return 'page'
  return href !== '/settings' && pathname.startsWith(`${href}/`) ? 'true' : undefined
}

/** Heading and tabs of the settings. What is beneath is drawn once it is known who looks. */
export const SettingsFrame = ({
  title,
  note,
  children,
}: {
  title: string
  note: ReactNode
  children: (me: Me, may: (ability: Ability) => boolean) => ReactNode
}) => {
  const { data: me, isError, error, refetch } = useMe()
  const pathname = usePathname()
  const may = (ability: Ability) => me !== undefined && mayDo(me.role, ability)
  return (
    <div className="settings-page">
      <PageTitle title={title} />
      <PageHeader title={title} note={note} />
      <nav className="settings-tabs" aria-label="Settings">
        {TABS.filter(({ needs }) => may(needs)).map(({ href, name }) => (
          <Link key={href} href={href} aria-current={currentOf(href, pathname)}>
            {name}
          </Link>
        ))}
      </nav>
      {me !== undefined && children(me, may)}
      {me === undefined && !isError && <Loading label="Settings">{null}</Loading>}
      {me === undefined && isError && (
        <ErrorState
          title="Who you are could not be loaded"
          error={error}
          retry={() => void refetch()}
        />
      )}
    </div>
  )
}

/** What a page says to somebody whose role does not reach so far. */
export const NotYours = ({ who }: { who: string }) => (
  <p className="settings-note settings-section">Only {who} of the team may see this.</p>
)
