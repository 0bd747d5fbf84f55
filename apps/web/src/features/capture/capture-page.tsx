'use client'

import { IconDeviceLaptop } from '@tabler/icons-react'
import type { CaptureOverview } from '@teamlore/shared'
import { CommandLine } from '../../components/ui/command-line.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'
import { count } from '../../lib/format/number.ts'
import { ImportLink } from '../import/index.ts'
import { AlarmList } from './alarm-list.tsx'
import './capture-page.css'
import { serverAddress } from '../../lib/base-path.ts'
import { MachineCard } from './machine-card.tsx'
import { headline } from './sentences.ts'
import { useCapture } from './use-capture.ts'

/** What became of the sessions of each machine and tool: seen there, held here, found by a search. */
export const CapturePage = () => {
  const capture = useCapture()
  return (
    <div className="capture-page">
      <PageTitle title="Capture" />
      <PageHeader
        title="Capture"
        note="What each machine has read of each coding tool, beside what has arrived and can be found."
      >
        <ImportLink />
      </PageHeader>
      {capture.isPending && (
        <Loading label="Loading">
          <SkeletonLines rows={4} tall />
        </Loading>
      )}
      {capture.isError && (
        <ErrorState
          title="How capture is doing could not be asked for"
          error={capture.error}
          retry={() => void capture.refetch()}
        />
      )}
      {capture.data && <Overview overview={capture.data} />}
    </div>
  )
}

const Overview = ({ overview }: { overview: CaptureOverview }) => {
  if (overview.machines.length === 0) return <NoMachine />
  const { says, tone } = headline(overview)
  return (
    <>
      <p className="capture-headline" data-tone={tone} role="status">
        {says}
      </p>
      <AlarmList alarms={overview.alarms} />
      {overview.machines.map((machine) => (
        <MachineCard key={machine.id} machine={machine} />
      ))}
      {overview.left_out > 0 && (
        <p className="capture-detail">
          {count(overview.left_out, 'more machine')} not heard of for longer{' '}
          {overview.left_out === 1 ? 'is' : 'are'} not shown.
        </p>
      )}
    </>
  )
}

/** How the first machine comes here. */
const NoMachine = () => (
  <EmptyState
    title="No machine sends sessions yet"
    icon={<IconDeviceLaptop size={28} aria-hidden />}
  >
    <p>
      Install the agent on the machine where you work with a coding tool. It asks for an API key,
      and runs from login on.
    </p>
    <div className="capture-commands">
      <CommandLine command={`lore login --server ${serverAddress()}`} />
      <CommandLine command="lore daemon install" />
    </div>
  </EmptyState>
)
