'use client'

import { useQuery } from '@tanstack/react-query'
import { type ConnectGuide, connectGuides, type GuideStep } from '@teamlore/shared/mcp-clients'
import { useState } from 'react'
import { CommandLine } from '../../components/ui/command-line.tsx'
import { CopyButton } from '../../components/ui/copy-button.tsx'
import { ErrorState, Loading } from '../../components/ui/states.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { SettingsFrame } from '../settings/index.ts'
import { FirstCall } from './first-call.tsx'
import { mcpAddress } from './mcp-address.ts'
import './connect-page.css'

/** What to type or paste in each client so that it reaches /mcp, and whether one has called. */
export const ConnectPage = () => {
  const address = useQuery({ queryKey: queryKeys.mcpAddress, queryFn: mcpAddress })
  return (
    <SettingsFrame
      title="Connect an agent"
      note="Choose what you work with. It asks to be let in in your browser, so no key has to be pasted."
    >
      {() => (
        <section className="settings-section" aria-label="Connect an agent">
          {address.isPending && <Loading label="Loading the address">{null}</Loading>}
          {address.isError && (
            <ErrorState
              title="The address of this server could not be read"
              error={address.error}
              retry={() => void address.refetch()}
            />
          )}
          {address.data !== undefined && <Guides address={address.data} />}
        </section>
      )}
    </SettingsFrame>
  )
}

const Guides = ({ address }: { address: string }) => {
  const guides = connectGuides(address)
  const [chosen, setChosen] = useState(guides[0]?.id)
  const guide = guides.find(({ id }) => id === chosen)
  return (
    <>
      <fieldset className="connect-clients" aria-label="Client">
        {guides.map(({ id, name }) => (
          <button key={id} type="button" aria-pressed={id === chosen} onClick={() => setChosen(id)}>
            {name}
          </button>
        ))}
      </fieldset>
      {guide !== undefined && <Guide guide={guide} address={address} />}
      <FirstCall />
    </>
  )
}

const Guide = ({ guide, address }: { guide: ConnectGuide; address: string }) => (
  <section className="connect-guide" aria-label={guide.name}>
    {guide.isHosted && !address.startsWith('https://') && (
      <p className="connect-warning" role="note">
        The servers of its maker call this one, so they need an address with https that the internet
        reaches. This one is {address}.
      </p>
    )}
    <h2>With a sign-in</h2>
    <Steps steps={guide.byOAuth} />
    {guide.byKey.length > 0 && (
      <>
        <h2>With a key</h2>
        <Steps steps={guide.byKey} />
      </>
    )}
  </section>
)

const Steps = ({ steps }: { steps: readonly GuideStep[] }) => (
  <ol className="connect-steps">
    {steps.map((step) => (
      <li key={step.text}>
        <Step step={step} />
      </li>
    ))}
  </ol>
)

const Step = ({ step }: { step: GuideStep }) => {
  if (step.kind === 'words') return <p>{step.text}</p>
  if (step.kind === 'command') return <CommandLine command={step.text} isText />
  return (
    <>
      <p>
        Add to <code>{step.file}</code>:
      </p>
      <div className="connect-settings">
        <pre>{step.text}</pre>
        <CopyButton text={step.text} label="Copy these settings" />
      </div>
    </>
  )
}
