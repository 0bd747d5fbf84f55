'use client'

import { Button, Switch } from '@mantine/core'
import type { SetUsageSettings, TeamUsage } from '@teamlore/shared/usage'
import { useState } from 'react'
import { NumberField } from '../../components/ui/number-field.tsx'
import { isInRange } from '../../components/ui/number-range.ts'
import { useChange } from '../../components/ui/use-change.tsx'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'

type Settings = TeamUsage['settings']

/** Nothing typed: the cap of the server. */
const capOf = (typed: string | number): number | null => (typeof typed === 'number' ? typed : null)

const USD = { min: 0, max: 100_000 }
const TOKENS = { min: 0, max: 1_000_000_000_000 }

/** The switch holds at once; caps when they are saved. Only admins see this. */
export const UsageSettings = ({
  settings,
  isResting,
}: {
  settings: Settings
  isResting: boolean
}) => {
  const api = useApi()
  const [usd, setUsd] = useState<string | number>(settings.own_usd ? settings.daily_usd : '')
  const [tokens, setTokens] = useState<string | number>(
    settings.own_tokens ? settings.daily_tokens : '',
  )
  const change = useChange((set: SetUsageSettings) => api.usage.set(set), {
    of: queryKeys.usage,
    failed: 'Not saved',
  })
  return (
    <section className="settings-section" aria-labelledby="usage-caps">
      <h2 id="usage-caps">Caps</h2>
      <p className="settings-note">
        They hold from the next call on. An empty field means the cap of the server.
      </p>
      <Switch
        label="Let a language model distil the sessions of this team"
        checked={settings.enabled}
        disabled={change.isPending}
        onChange={({ currentTarget }) => change.mutate({ enabled: currentTarget.checked })}
      />
      {isResting && (
        <p className="settings-note">
          The last calls all failed, so that the model is left alone for a while.{' '}
          <Button
            size="compact-sm"
            variant="default"
            loading={change.isPending}
            onClick={() => change.mutate({ ask_again: true })}
          >
            Ask it again now
          </Button>
        </p>
      )}
      <form
        className="usage-caps"
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate({ daily_usd: capOf(usd), daily_tokens: capOf(tokens) })
        }}
      >
        <NumberField
          label="US dollars a day"
          min={USD.min}
          max={USD.max}
          step={0.5}
          decimalScale={2}
          placeholder={settings.own_usd ? 'cap of the server' : String(settings.daily_usd)}
          value={usd}
          onChange={setUsd}
        />
        <NumberField
          label="Tokens a day"
          min={TOKENS.min}
          max={TOKENS.max}
          step={100_000}
          allowDecimal={false}
          thousandSeparator=","
          placeholder={settings.own_tokens ? 'cap of the server' : String(settings.daily_tokens)}
          value={tokens}
          onChange={setTokens}
        />
        <Button
          type="submit"
          variant="default"
          loading={change.isPending}
          disabled={!isInRange(usd, USD) || !isInRange(tokens, TOKENS)}
        >
          Save
        </Button>
      </form>
    </section>
  )
}
