'use client'

import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { TeamRole } from '@teamlore/shared'
import type { TeamMember } from '@teamlore/shared/people'
import { mayDo, ROLES, roleCovers } from '@teamlore/shared/roles'
import { Badge } from '../../components/ui/badge.tsx'
import { ConfirmButton } from '../../components/ui/confirm-button.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useChange } from '../../components/ui/use-change.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { EraseButton } from '../forgetting/index.ts'

/** One member. What `role` may do with them is offered, and nothing else. */
export const MemberRow = ({ member, role }: { member: TeamMember; role: TeamRole }) => {
  const api = useApi()
  const queryClient = useQueryClient()
  const { id, kind, email, is_you } = member
  const name = plainLine(member.name)
  const isBelow = mayDo(role, 'people.manage') && roleCovers(role, member.role)
  const setRole = useChange(
    async (to: TeamRole) => {
      await api.members.setRole(id, { role: to })
      // One's own role says what the pages show.
      if (is_you) await queryClient.invalidateQueries({ queryKey: queryKeys.me })
    },
    { of: queryKeys.members, failed: 'The role stays' },
  )
  const remove = useChange(() => api.members.remove(id), {
    of: queryKeys.members,
    failed: 'Not removed',
  })
  const offered = ROLES.filter(
    (one) => roleCovers(role, one) && !(kind === 'service' && one === 'owner'),
  )
  return (
    <li>
      <div>
        <p>
          {name} {is_you && <Badge tone="ok">you</Badge>}
          {kind === 'service' && <Badge>service account</Badge>}
        </p>
        <p className="settings-detail">
          {email !== null && `${plainLine(email)}, `}joined <TimeAgo at={member.joined_at} />
          {member.last_seen_at !== null && (
            <>
              , last seen <TimeAgo at={member.last_seen_at} />
            </>
          )}
        </p>
      </div>
      <div className="settings-buttons">
        {isBelow ? (
          <NativeSelect
            size="xs"
            aria-label={`Role of ${name}`}
            data={[...offered]}
            value={member.role}
            disabled={setRole.isPending}
            onChange={(event) => setRole.mutate(event.currentTarget.value as TeamRole)}
          />
        ) : (
          <Badge>{member.role}</Badge>
        )}
        {isBelow && !is_you && (
          <ConfirmButton
            question={`Remove ${name} now`}
            isPending={remove.isPending}
            onConfirm={() => remove.mutate()}
          >
            Remove
          </ConfirmButton>
        )}
        {kind === 'person' && (isBelow || (is_you && mayDo(role, 'records.forget'))) && (
          <EraseButton id={id} name={member.name} />
        )}
      </div>
    </li>
  )
}
