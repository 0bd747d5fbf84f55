import type { SystemRepositories } from '@teamlore/db'
import { newId, type TeamId, type TeamRole, type UserId } from '@teamlore/shared'
import { firstVisible } from '@teamlore/shared/names'
import { roleCovers } from '@teamlore/shared/roles'
import { isTrusted } from './email-trust.ts'
import type { ProviderProfile, SignInProvider } from './provider.types.ts'
import {
  domainNotAllowed,
  emailNotVerified,
  identityTaken,
  noEmail,
  noTeam,
  notInvited,
} from './sign-in.errors.ts'

type Repos = SystemRepositories

/** Where newcomers of a provider of the whole server go: the first team. */
const teamOfNewcomers = async (
  { boot }: Pick<Repos, 'boot'>,
  { teamId }: SignInProvider,
): Promise<TeamId | undefined> => teamId ?? (await boot.findFirst())?.teamId

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** An address counts only where the provider vouches for it, or who set the provider up does. */
export const provenEmail = (
  provider: Pick<SignInProvider, 'emailTrust'>,
  { email, isEmailVerified }: ProviderProfile,
): string | null =>
  email !== null &&
  isTrusted(provider.emailTrust, isEmailVerified) &&
  /^[^\s@]+@[^\s@]+$/.test(email)
    ? email.toLowerCase()
    : null

/** Why an address does not count. Where there is none, trust in addresses would help nobody. */
export const unproven = ({ email }: ProviderProfile) =>
  email === null ? noEmail() : emailNotVerified()

export const ensureDomain = (provider: SignInProvider, profile: ProviderProfile): void => {
  if (provider.allowedDomains.length === 0) return
  const email = provenEmail(provider, profile)
  if (email === null) throw unproven(profile)
  const domain = domainOf(email)
  if (!provider.allowedDomains.includes(domain)) throw domainNotAllowed({ details: { domain } })
}

/** The highest role that one's groups give; undefined where the provider says nothing of them. */
export const roleOfGroups = (
  { groupRoles }: Pick<SignInProvider, 'groupRoles'>,
  groups: readonly string[] | undefined,
): TeamRole | undefined => {
  if (groups === undefined) return undefined
  const roles = groupRoles.filter(({ group }) => groups.includes(group)).map(({ role }) => role)
  return roles.reduce<TeamRole | undefined>(
    (highest, role) => (highest === undefined || roleCovers(role, highest) ? role : highest),
    undefined,
  )
}

export const keyOf = ({ id }: SignInProvider, { issuer, subject }: ProviderProfile) => ({
  provider: id,
  issuer,
  subject,
})

/** Whose this account is: known by its subject, else by an address that both sides have proven. */
export const findUser = async (
  { identities }: Repos,
  provider: SignInProvider,
  profile: ProviderProfile,
): Promise<UserId | undefined> => {
  const known = await identities.find(keyOf(provider, profile))
  if (known !== undefined) return known
  const email = provenEmail(provider, profile)
  if (email === null) return undefined
  const userId = await identities.userByEmail(email)
  if (userId === undefined) return undefined
  // What a team sets up may say who somebody is in that team, and nowhere else.
  const isOfTeam =
    provider.teamId === null || (await identities.roleIn(provider.teamId, userId)) !== undefined
  return isOfTeam ? userId : undefined
}

/** Lets somebody in whom nobody invited, where the provider's settings say so. */
const admitNewcomer = async (
  repos: Repos,
  provider: SignInProvider,
  profile: ProviderProfile,
  now: Date,
): Promise<UserId> => {
  const role = roleOfGroups(provider, profile.groups) ?? provider.newRole
  const email = provenEmail(provider, profile)
  if (email === null) throw unproven(profile)
  const teamId = await teamOfNewcomers(repos, provider)
  if (role === null || teamId === undefined) throw notInvited()
  // Somebody else's team may not take in a person whom this server knows: they are invited.
  if ((await repos.identities.userByEmail(email)) !== undefined) throw notInvited()
  const id = newId.user()
  await repos.identities.addUser({ id, name: firstVisible(profile.name) ?? email, email }, now)
  await repos.identities.addMember(teamId, id, role)
  await repos.auditOf(teamId).add({
    id: newId.event(),
    action: 'member.joined',
    userId: id,
    details: { role, provider: provider.id },
  })
  return id
}

/** Groups decide the role again at every sign-in, where the settings name any; in none of them, one is as a newcomer. */
const followGroups = async (
  { identities, auditOf }: Repos,
  provider: SignInProvider,
  profile: ProviderProfile,
  { teamId, userId, role }: { teamId: TeamId; userId: UserId; role: TeamRole },
): Promise<TeamRole> => {
  if (provider.groupRoles.length === 0 || profile.groups === undefined || role === 'owner')
    return role
  const due = roleOfGroups(provider, profile.groups) ?? provider.newRole ?? role
  if (due === role) return role
  await identities.setRole(teamId, userId, due)
  await auditOf(teamId).add({
    id: newId.event(),
    action: 'member.role_changed',
    userId,
    subject: userId,
    details: { from: role, to: due, provider: provider.id },
  })
  return due
}

export type Admitted = { userId: UserId; teamId: TeamId; role: TeamRole }

/**
 * Who comes in with what the provider vouches for, and in which team they stand.
 *
 * @throws DomainError `sign_in.domain_not_allowed`, `sign_in.email_not_verified`, `sign_in.no_email`, `sign_in.not_invited`, `sign_in.no_team`
 */
export const admitProfile = async (
  repos: Repos,
  provider: SignInProvider,
  profile: ProviderProfile,
  { now }: { now: Date },
): Promise<Admitted> => {
  ensureDomain(provider, profile)
  const known = await findUser(repos, provider, profile)
  const userId = known ?? (await admitNewcomer(repos, provider, profile, now))
  await repos.identities.save(keyOf(provider, profile), userId, provenEmail(provider, profile), now)
  const home = await homeOf(repos, provider, userId)
  if (home === undefined) throw noTeam()
  const role =
    home.teamId === (await teamOfNewcomers(repos, provider))
      ? await followGroups(repos, provider, profile, { ...home, userId })
      : home.role
  return { userId, teamId: home.teamId, role }
}

const homeOf = async (
  { identities, browserSessions }: Repos,
  { teamId }: SignInProvider,
  userId: UserId,
): Promise<{ teamId: TeamId; role: TeamRole } | undefined> => {
  if (teamId === null) return browserSessions.homeTeamOf(userId)
  const role = await identities.roleIn(teamId, userId)
  return role && { teamId, role }
}

/**
 * Adds an account at a provider to somebody who is signed in.
 *
 * @throws DomainError `sign_in.identity_taken`, `sign_in.domain_not_allowed`, `sign_in.email_not_verified`
 */
export const linkProfile = async (
  { identities }: Repos,
  provider: SignInProvider,
  profile: ProviderProfile,
  { userId, now }: { userId: UserId; now: Date },
): Promise<void> => {
  ensureDomain(provider, profile)
  const key = keyOf(provider, profile)
  const holder = await identities.find(key)
  if (holder !== undefined && holder !== userId) throw identityTaken()
  const email = provenEmail(provider, profile)
  const other = email === null ? undefined : await identities.userByEmail(email)
  if (other !== undefined && other !== userId) throw identityTaken()
  await identities.save(key, userId, email, now)
  // The word of a provider that one team set up proves no address to the others.
  if (email !== null && provider.teamId === null) await identities.giveEmail(userId, email)
}
