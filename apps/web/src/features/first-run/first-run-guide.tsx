'use client'

import { useLocalStorage } from '@mantine/hooks'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { LoreClient, Me } from '@teamlore/shared'
import { mayDo } from '@teamlore/shared/roles'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { CommandLine } from '../../components/ui/command-line.tsx'
import { useApi } from '../../lib/api.tsx'
import { useMe } from '../account/index.ts'
import { type FirstRunState, type Step, stepsOf } from './steps.ts'
import './first-run-guide.css'

/** Often enough to see a step tick while one looks on. */
const LOOK_MS = 4_000

/** The first steps of a team, on its first page, until they are done or somebody has seen enough of them. */
export const FirstRunGuide = () => {
  const me = useMe().data
  return me === undefined ? null : <Guide me={me} />
}

const mayOf = ({ role }: Me) => ({
  mayInvite: mayDo(role, 'people.invite'),
  mayConnect: mayDo(role, 'machines.register'),
})

const isDone = (state: FirstRunState, may: ReturnType<typeof mayOf>): boolean =>
  stepsOf(state, may).every((step) => step.isDone)

const stateOf = async (api: LoreClient, me: Me, signal: AbortSignal): Promise<FirstRunState> => {
  const { mayInvite } = mayOf(me)
  const [stats, machines, members, invitations] = await Promise.all([
    api.stats({ signal }),
    api.machines.list({ limit: 50 }, { signal }),
    api.members.list({ limit: 50 }, { signal }),
    mayInvite ? api.invitations.list({ limit: 1 }, { signal }) : { items: [] },
  ])
  return {
    teamName: me.team.name,
    people: members.items.filter(({ kind }) => kind === 'person').length,
    invitations: invitations.items.length,
    // A colleague's machine is not one's own.
    machines: machines.items.filter(({ owner }) => mayInvite || owner.id === me.user.id).length,
    sessions: stats.sessions,
  }
}

const Guide = ({ me }: { me: Me }) => {
  const api = useApi()
  const [isOver, setOver] = useLocalStorage({
    key: `teamlore:first-run:${me.team.id}`,
    defaultValue: false,
    getInitialValueInEffect: true,
  })
  const may = mayOf(me)
  const state = useQuery({
    queryKey: ['first-run', me.team.id, me.team.name],
    queryFn: ({ signal }) => stateOf(api, me, signal),
    enabled: !isOver,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isDone(data, may) ? false : LOOK_MS,
  })
  if (isOver || state.data === undefined) return null
  if (isDone(state.data, may)) return null
  const steps = stepsOf(state.data, may)
  return (
    <section className="first-run" aria-labelledby="first-run-title">
      <div className="first-run-head">
        <h2 id="first-run-title">First steps</h2>
        <button type="button" onClick={() => setOver(true)}>
          Hide them
        </button>
      </div>
      <ol>
        {steps.map((step) => (
          <StepRow key={step.id} step={step} />
        ))}
      </ol>
    </section>
  )
}

const WORDS: Record<Step['id'], { name: string; what: () => ReactNode }> = {
  name: {
    name: 'Name the team',
    what: () => (
      <Link className="tl-link" href="/settings/team">
        Give it the name that your colleagues know
      </Link>
    ),
  },
  invite: {
    name: 'Invite a colleague',
    what: () => (
      <Link className="tl-link" href="/settings/invitations">
        By mail, or by a link that you hand on
      </Link>
    ),
  },
  connect: {
    name: 'Connect your coding tools',
    what: () => (
      <>
        <p>On the machine where they run:</p>
        <CommandLine command={`npx ${location.origin}/agent.tgz join`} />
      </>
    ),
  },
  session: {
    name: 'See the first session arrive',
    what: () => <p>Work with one of your coding tools. Its session shows here by itself.</p>,
  },
}

const StepRow = ({ step }: { step: Step }) => {
  const { name, what } = WORDS[step.id]
  const Icon = step.isDone ? IconCircleCheck : IconCircle
  return (
    <li data-done={step.isDone ? true : undefined}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <div>
        <h3>
          {name}
          {step.isDone && <span className="tl-hidden-label"> (done)</span>}
        </h3>
        {!step.isDone && what()}
      </div>
    </li>
  )
}
