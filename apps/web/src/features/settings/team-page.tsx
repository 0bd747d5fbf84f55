'use client'

import { mayDo } from '@teamlore/shared/roles'
import { ErrorState } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { usePages } from '../../lib/use-pages.ts'
import { MemberRow } from './member-row.tsx'
import { RoleTable } from './role-table.tsx'
import { ServiceForm } from './service-form.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { FoundTeam, LeaveTeam, TeamName, TransferTeam } from './team-forms.tsx'

/** Who is in the team, and what each may. */
export const TeamPage = () => {
  const api = useApi()
  const members = usePages(queryKeys.members, (query, options) => api.members.list(query, options))
  return (
    <SettingsFrame title="Team" note="Who is in it, and what each may do.">
      {(me, may) => (
        <>
          <section className="settings-section" aria-labelledby="settings-members">
            <h2 id="settings-members">Members</h2>
            {members.isError && (
              <ErrorState title="They could not be listed" error={members.error} />
            )}
            <ul className="settings-list">
              {members.data?.items.map((member) => (
                <MemberRow key={member.id} member={member} role={me.role} />
              ))}
            </ul>
            {members.data?.goesOn && <p className="settings-detail">There are more.</p>}
            {may('services.manage') && <ServiceForm />}
          </section>
          <RoleTable role={me.role} />
          {may('team.manage') && <TeamName name={me.team.name} />}
          {mayDo(me.role, 'team.own') && (
            <>
              <TransferTeam members={members.data?.items ?? []} />
              <FoundTeam />
            </>
          )}
          <LeaveTeam team={me.team.name} />
        </>
      )}
    </SettingsFrame>
  )
}
