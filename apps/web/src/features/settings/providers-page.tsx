'use client'

import { ProviderSettings } from './provider-settings.tsx'
import { ProvisioningSettings } from './provisioning-settings.tsx'
import { NotYours, SettingsFrame } from './settings-frame.tsx'

/** Where the people of the team sign in. */
export const ProvidersPage = () => (
  <SettingsFrame
    title="Sign-in"
    note="Where the people of the team sign in, and who makes them members."
  >
    {(_me, may) =>
      may('sign_in.manage') ? (
        <>
          <ProviderSettings />
          <ProvisioningSettings />
        </>
      ) : (
        <NotYours who="owners" />
      )
    }
  </SettingsFrame>
)
