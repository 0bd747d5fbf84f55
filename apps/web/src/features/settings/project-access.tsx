'use client'

import { Button, NativeSelect } from '@mantine/core'
import type { ProjectSettings } from '@teamlore/shared/projects'
import { useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { ConfirmButton } from '../../components/ui/confirm-button.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { EVERYTHING, useChange } from '../../components/ui/use-change.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { usePages } from '../../lib/use-pages.ts'

const noteOf = ({ is_restricted, access }: ProjectSettings): string => {
  if (!is_restricted)
    return 'The list counts when the project is restricted to it. Until then the whole team reads it.'
  return access.length === 0
    ? 'Nobody is on the list, so nobody reads it: put somebody on it.'
    : 'They read it, and nobody else does.'
}

/** Who may read a project while it is restricted. */
export const ProjectAccess = ({
  project,
  mayEdit,
}: {
  project: ProjectSettings
  mayEdit: boolean
}) => (
  <section className="project-access" aria-label={`List of ${plainLine(project.name)}`}>
    <h3>The list</h3>
    <p className="settings-detail">{noteOf(project)}</p>
    {project.access.length > 0 && (
      <ul className="settings-list">
        {project.access.map((grant) => (
          <GrantRow key={grant.user.id} project={project} grant={grant} mayEdit={mayEdit} />
        ))}
      </ul>
    )}
    {mayEdit && <GrantForm project={project} />}
  </section>
)

const GrantRow = ({
  project,
  grant,
  mayEdit,
}: {
  project: ProjectSettings
  grant: ProjectSettings['access'][number]
  mayEdit: boolean
}) => {
  const api = useApi()
  const { user, role, granted_by, granted_at } = grant
  const name = plainLine(user.name)
  const revoke = useChange(() => api.projects.revoke(project.id, { user: user.id }), {
    of: EVERYTHING,
    failed: 'Still on the list',
  })
  const isLast = project.is_restricted && project.access.length === 1
  return (
    <li>
      <div>
        <p>
          {name} <Badge>{role}</Badge>
        </p>
        <p className="settings-detail">
          put here by {plainLine(granted_by.name)}, <TimeAgo at={granted_at} />
        </p>
      </div>
      {mayEdit && (
        <ConfirmButton
          question={isLast ? 'Take off, so that nobody reads it' : `Take ${name} off now`}
          isPending={revoke.isPending}
          onConfirm={() => revoke.mutate()}
        >
          Take off
        </ConfirmButton>
      )}
    </li>
  )
}

const GrantForm = ({ project }: { project: ProjectSettings }) => {
  const api = useApi()
  const [user, setUser] = useState('')
  const members = usePages(queryKeys.members, (query, options) => api.members.list(query, options))
  const grant = useChange(
    async () => {
      await api.projects.grant(project.id, { user })
      setUser('')
    },
    { of: EVERYTHING, failed: 'Not put on the list' },
  )
  const listed = new Set(project.access.map((one) => one.user.id))
  const others = (members.data?.items ?? []).filter(({ id }) => !listed.has(id))
  if (others.length === 0) return null
  return (
    <div className="settings-row settings-after">
      <NativeSelect
        aria-label="Member to put on the list"
        data={[
          { value: '', label: 'Choose a member' },
          ...others.map(({ id, name, email, is_you }) => ({
            value: id,
            label: plainLine(`${name}${is_you ? ' (you)' : email === null ? '' : ` (${email})`}`),
          })),
        ]}
        value={user}
        onChange={(event) => setUser(event.currentTarget.value)}
      />
      <Button
        size="sm"
        variant="default"
        disabled={user === ''}
        loading={grant.isPending}
        onClick={() => grant.mutate()}
      >
        Put on the list
      </Button>
    </div>
  )
}
