'use client'

import { PageHeader } from '../../components/ui/page-header.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { useMe } from '../account/index.ts'
import { BrowserList } from './browser-list.tsx'
import { LinkedAccounts } from './linked-accounts.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { ProviderSettings } from './provider-settings.tsx'
import './settings-page.css'

/** What somebody sets for themselves, and an owner for the team. */
export const SettingsPage = () => {
  const me = useMe()
  return (
    <div className="settings-page">
      <PageTitle title="Settings" />
      <PageHeader title="Settings" note="How you come in, and where you are signed in." />
      <PasskeyList />
      <LinkedAccounts />
      <BrowserList />
      {me.data?.role === 'owner' && <ProviderSettings />}
    </div>
  )
}
