'use client'

import { Switch } from '@mantine/core'
import { DISTIL_TOOLS, type LeaseStatus, type SetDistilRule } from '@teamlore/shared/distil-leases'
import { useChange } from '../../components/ui/use-change.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useProjects } from '../projects/index.ts'
import { AGENT_NAMES, isRuledOut } from './own-agent-sentences.ts'

/** Whether it is allowed, for the team, each coding agent and each project. Only admins see this. */
export const OwnAgentRules = ({ status }: { status: LeaseStatus }) => {
  const api = useApi()
  const projects = useProjects()
  const change = useChange((set: SetDistilRule) => api.distilLeases.setRule(set), {
    of: queryKeys.distilLeases,
    failed: 'Not saved',
  })
  const set = (kind: SetDistilRule['kind'], subject: string, allowed: boolean) =>
    change.mutate({ kind, subject, allowed })
  const ruleOf = (id: string) =>
    status.rules.find(({ kind, subject }) => kind === 'project' && subject === id)
  return (
    <section className="settings-section" aria-labelledby="own-agent-rules">
      <h2 id="own-agent-rules">Who may</h2>
      <p className="settings-note">
        A change counts from the next question to a coding agent on. Restricted projects are off
        until they are allowed here.
      </p>
      <Switch
        label="People may have their own coding agents distil their sessions"
        checked={!isRuledOut(status, 'team', '')}
        disabled={change.isPending}
        onChange={({ currentTarget }) => set('team', '', currentTarget.checked)}
      />
      <h3>With these coding agents</h3>
      <div className="own-agent-rules">
        {DISTIL_TOOLS.map((tool) => (
          <Switch
            key={tool}
            label={AGENT_NAMES[tool]}
            checked={!isRuledOut(status, 'tool', tool)}
            disabled={change.isPending}
            onChange={({ currentTarget }) => set('tool', tool, currentTarget.checked)}
          />
        ))}
      </div>
      <h3>Sessions of these projects</h3>
      <div className="own-agent-rules">
        {(projects.data ?? []).map(({ id, name, is_restricted }) => (
          <Switch
            key={id}
            label={`${plainLine(name)}${is_restricted ? ' (restricted)' : ''}`}
            checked={ruleOf(id)?.allowed ?? !is_restricted}
            disabled={change.isPending}
            onChange={({ currentTarget }) => set('project', id, currentTarget.checked)}
          />
        ))}
      </div>
    </section>
  )
}
