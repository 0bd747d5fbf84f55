'use client'

import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  AGENTS_MD_PATHS,
  type AgentsMdPath,
  type AgentsMdPullRequest,
} from '@teamlore/shared/agents-md-pull-request'
import { useState } from 'react'
import { errorWords } from '../../components/ui/error-words.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { WithCommands } from '../../components/ui/with-commands.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useChange } from '../settings/index.ts'
import { proposalName, pullRequestWords } from './pull-request-words.ts'

const isPath = (value: string | null): value is AgentsMdPath =>
  AGENTS_MD_PATHS.some((path) => path === value)

/** Whether the server proposes the section itself, where that is, and what keeps it from going on. */
export const AgentsMdPullRequestPart = ({
  project,
  mayEdit,
}: {
  project: string
  mayEdit: boolean
}) => {
  const api = useApi()
  const { data, error } = useQuery({
    queryKey: queryKeys.agentsMdPullRequest(project),
    queryFn: ({ signal }) => api.agentsMdPullRequest.get(project, { signal }),
  })
  return (
    <section className="settings-section" aria-labelledby="agents-md-pull-request">
      <h2 id="agents-md-pull-request">By {proposalName(data?.host ?? null)}</h2>
      {error !== null && <p role="alert">{errorWords(error)}</p>}
      {data !== undefined && (
        <>
          <Standing shown={data} />
          {mayEdit && (data.is_on || data.repository !== null) && (
            <Switch key={`${data.is_on} ${data.path}`} project={project} shown={data} />
          )}
          {!mayEdit && <p className="settings-note">Admins of the team set it.</p>}
        </>
      )}
    </section>
  )
}

const Standing = ({ shown }: { shown: AgentsMdPullRequest }) => (
  <>
    <p className="settings-note">
      <WithCommands text={pullRequestWords(shown)} />
    </p>
    {shown.url !== null && shown.number !== null && (
      <p>
        <a href={shown.url} className="tl-link" rel="noreferrer">
          {shown.host === 'gitlab' ? 'Merge request' : 'Pull request'} {shown.number}
        </a>{' '}
        <span className="settings-detail">{shown.state}</span>
      </p>
    )}
    {shown.note !== null && <p role="alert">{plainLine(shown.note)}</p>}
    {shown.is_on && shown.looked_at !== null && (
      <p className="settings-note">
        Looked at <TimeAgo at={shown.looked_at} />
      </p>
    )}
  </>
)

const Switch = ({ project, shown }: { project: string; shown: AgentsMdPullRequest }) => {
  const api = useApi()
  const [path, setPath] = useState<AgentsMdPath>(shown.path)
  const of = queryKeys.agentsMdPullRequest(project)
  const routes = api.agentsMdPullRequest
  const on = useChange(() => routes.set(project, { path }), { of, failed: 'Not switched on' })
  const off = useChange(() => routes.remove(project), { of, failed: 'Not switched off' })
  return (
    <div className="agents-md-form">
      <Select
        label="File"
        data={[...AGENTS_MD_PATHS]}
        value={path}
        allowDeselect={false}
        onChange={(value) => {
          if (isPath(value)) setPath(value)
        }}
      />
      <div className="agents-md-buttons">
        {(!shown.is_on || path !== shown.path) && (
          <Button variant="default" loading={on.isPending} onClick={() => on.mutate()}>
            {shown.is_on ? 'Keep this file instead' : 'Switch on'}
          </Button>
        )}
        {shown.is_on && (
          <Button variant="default" loading={off.isPending} onClick={() => off.mutate()}>
            Switch off
          </Button>
        )}
      </div>
    </div>
  )
}
