'use client'

import Link from 'next/link'
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
      <section className="settings-section" aria-labelledby="settings-usage">
        <h2 id="settings-usage">Language model</h2>
        <p className="settings-note">What distilling by a language model costs, and its caps.</p>
        <Link href="/settings/usage">See what it costs</Link>
      </section>
      {me.data?.role === 'owner' && <ProviderSettings />}
    </div>
  )
}
