'use client'

import { DigestMail } from '../digest/index.ts'
import { OwnData } from '../forgetting/index.ts'
import { BrowserList } from './browser-list.tsx'
import { LinkedAccounts } from './linked-accounts.tsx'
import { NameForm } from './name-form.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { SettingsFrame } from './settings-frame.tsx'

/** What somebody sets for themselves. */
export const SettingsPage = () => (
  <SettingsFrame title="Settings" note="How you come in, and where you are signed in.">
    {(me) => (
      <>
        <NameForm name={me.user.name} email={me.user.email} />
        <PasskeyList />
        <LinkedAccounts />
        <BrowserList />
        <DigestMail />
        <OwnData />
      </>
    )}
  </SettingsFrame>
)
