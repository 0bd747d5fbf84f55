import type { OpenInvitation, SystemRepositories } from '@teamlore/db'
import { newId, type UserId } from '@teamlore/shared'
import { firstVisible } from '@teamlore/shared/names'
import { joinBy } from '../people/join-team.ts'
import { invitationForAnother, invitationInvalid } from '../people/people.errors.ts'
import {
  type Admitted,
  ensureDomain,
  findUser,
  keyOf,
  provenEmail,
  unproven,
} from './admit-profile.ts'
import type { ProviderProfile, SignInProvider } from './provider.types.ts'

/** An invitation to an address is for whom the provider vouches to have it, and the provider of a team invites into that team alone. */
const ensureMeant = (
  { email, teamId }: OpenInvitation,
  provider: SignInProvider,
  profile: ProviderProfile,
): void => {
  if (provider.teamId !== null && provider.teamId !== teamId) throw invitationForAnother()
  if (email === null) return
  const proven = provenEmail(provider, profile)
  if (proven === null) throw unproven(profile)
  if (proven !== email.toLowerCase()) throw invitationForAnother()
}

const createPerson = async (
  { persons }: Pick<SystemRepositories, 'persons'>,
  provider: SignInProvider,
  profile: ProviderProfile,
): Promise<UserId> => {
  const email = provenEmail(provider, profile)
  const isFree = email !== null && (await persons.findByEmail(email)) === undefined
  const userId = newId.user()
  await persons.create({
    userId,
    name: firstVisible(profile.name, email) ?? 'Somebody new',
    // The word of a provider that one team set up proves no address to the others.
    email: isFree && provider.teamId === null ? email : null,
  })
  return userId
}

/**
 * Signing in and accepting an invitation are one step: who comes in is a member of that team afterwards. Who is one already
 * is let in, and the invitation stays for whom it was meant.
 *
 * @throws DomainError `invitation.invalid`, `invitation.for_another`, `sign_in.email_not_verified`, `sign_in.domain_not_allowed`
 */
export const acceptByProfile = async (
  repos: SystemRepositories,
  provider: SignInProvider,
  profile: ProviderProfile,
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<Admitted> => {
  ensureDomain(provider, profile)
  const invitation = await repos.persons.lockInvitation(tokenHash, now)
  if (invitation === undefined) throw invitationInvalid()
  ensureMeant(invitation, provider, profile)
  const known = await findUser(repos, provider, profile)
  const userId = known ?? (await createPerson(repos, provider, profile))
  await repos.identities.save(keyOf(provider, profile), userId, provenEmail(provider, profile), now)
  const { teamId } = invitation
  const held = await repos.identities.roleIn(teamId, userId)
  if (held !== undefined) return { userId, teamId, role: held }
  await joinBy(repos, invitation, { userId, now, eventId: newId.event() })
  return { userId, teamId, role: invitation.role }
}
