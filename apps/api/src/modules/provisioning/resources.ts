import type { GroupToProvision, UserToProvision } from '@teamlore/core/provisioning'
import type { ProvisionedGroup, ProvisionedUser } from '@teamlore/db'
import { firstVisible } from '@teamlore/shared/names'
import SCIMMY from 'scimmy'
import { normalSent } from './normal-body.ts'

type Email = { value?: string; type?: string; primary?: boolean }

/** Kept as they were sent; of everything else a directory may know nothing is. */
const KEPT = ['name', 'displayName', 'nickName', 'title', 'emails', 'locale', 'timezone'] as const

const meta = (
  resourceType: 'User' | 'Group',
  id: string,
  { createdAt, updatedAt }: { createdAt: string; updatedAt: string },
  base: string,
) => ({
  resourceType,
  created: createdAt,
  lastModified: updatedAt,
  location: `${base}/${resourceType}s/${id}`,
})

export const userResource = (user: ProvisionedUser, base: string) => ({
  schemas: [SCIMMY.Schemas.User.id],
  id: user.userId,
  ...(user.externalId !== null && { externalId: user.externalId }),
  userName: user.userName,
  active: user.active,
  ...user.attributes,
  meta: meta('User', user.userId, user, base),
})

export const groupResource = (group: ProvisionedGroup, base: string) => ({
  schemas: [SCIMMY.Schemas.Group.id],
  id: group.id,
  ...(group.externalId !== null && { externalId: group.externalId }),
  displayName: group.name,
  members: group.members.map((value) => ({ value, $ref: `${base}/Users/${value}`, type: 'User' })),
  meta: meta('Group', group.id, group, base),
})

/** A resource that `scimmy` can apply a patch to. */
export const patchable = (kind: 'User' | 'Group', resource: object) => {
  const Schema = kind === 'User' ? SCIMMY.Schemas.User : SCIMMY.Schemas.Group
  return new Schema(structuredClone(resource) as never, 'out')
}

const isAddress = (text: string | undefined): text is string =>
  text !== undefined && text.length <= 320 && /^[^\s@]+@[^\s@]+$/.test(text)

const addressOf = (emails: readonly Email[], userName: string): string | null => {
  const chosen = emails.find(({ primary }) => primary === true) ?? emails[0]
  const address = [chosen?.value, userName].find(isAddress)
  return address?.toLowerCase() ?? null
}

/** What a directory sent, read strictly. @throws SCIMMY.Types.Error when it is no user. */
export const readUser = (body: unknown): UserToProvision => {
  const user = JSON.parse(
    JSON.stringify(new SCIMMY.Schemas.User(normalSent(body) as never, 'in')),
  ) as Record<string, unknown> & {
    userName: string
    externalId?: string
    active?: boolean
    displayName?: string
    name?: { formatted?: string; givenName?: string; familyName?: string }
    emails?: Email[]
  }
  const { userName, externalId, active = true, displayName, name, emails = [] } = user
  const whole = [name?.givenName, name?.familyName].filter(Boolean).join(' ')
  const called = firstVisible(displayName, name?.formatted, whole, userName) ?? userName
  return {
    userName: userName.slice(0, 320),
    externalId: externalId ?? null,
    active,
    name: called.slice(0, 100),
    email: addressOf(emails, userName),
    attributes: Object.fromEntries(
      KEPT.flatMap((key) => (user[key] === undefined ? [] : [[key, user[key]]])),
    ),
  }
}

export const readGroup = (body: unknown): GroupToProvision => {
  const group = JSON.parse(
    JSON.stringify(new SCIMMY.Schemas.Group(normalSent(body) as never, 'in')),
  ) as { displayName: string; externalId?: string; members?: { value?: string }[] }
  return {
    name: group.displayName.slice(0, 200),
    externalId: group.externalId ?? null,
    members: (group.members ?? []).flatMap(({ value }) => (value === undefined ? [] : [value])),
  }
}
