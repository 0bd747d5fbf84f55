import type { ProvisionedGroup, UnitOfWork } from '@teamlore/db'
import type { Provisioning } from '@teamlore/shared/provisioning'
import { roleOfGroups } from '../sign-in/admit-profile.ts'
import type { TeamScope } from '../teams/team-scope.ts'
import { type GroupRoles, rolesByGroup, USUAL_ROLE } from './group-role.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  groupRoles: GroupRoles
  publicUrl: string
}

/** Where directories find this server, by the address it is known under. */
export const scimAddress = (publicUrl: string): string => `${publicUrl.replace(/\/+$/, '')}/scim/v2`

const newest = (moments: readonly (string | null)[]): string | null =>
  moments.reduce((last, at) => (at !== null && (last === null || at > last) ? at : last), null)

const shown = ({ name, members }: ProvisionedGroup, groupRoles: GroupRoles) => ({
  name,
  members: members.length,
  role: roleOfGroups({ groupRoles }, [name]) ?? null,
})

/** What the directory reported of the team, and what came of it. */
export const makeGetProvisioning =
  ({ unitOfWork, groupRoles, publicUrl }: Deps) =>
  (scope: TeamScope<'owner'>): Promise<Provisioning> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const { active, inactive, lastAt } = await repos.provisioning.userFigures()
      const groups = await repos.provisioning.groups()
      const roles = await rolesByGroup(repos, groupRoles)
      const lastReportedAt = newest([lastAt, ...groups.map(({ updatedAt }) => updatedAt)])
      return {
        base_url: scimAddress(publicUrl),
        users: { active, inactive },
        groups: groups
          .map((group) => shown(group, roles))
          .sort((a, b) => a.name.localeCompare(b.name)),
        usual_role: USUAL_ROLE,
        last_reported_at: lastReportedAt,
        last_told_at: lastReportedAt,
      }
    })
