import { z } from 'zod'
import { teamIdSchema } from '../ids.ts'
import { nameSchema } from '../text/clean-name.ts'
import { pageOf, personSchema, roleSchema } from './common.contract.ts'

/** How people name somebody of their team. */
export const userSchema = z
  .string()
  .trim()
  .min(3)
  .max(320)
  .regex(
    /^usr_[0-9a-hjkmnp-tv-z]{26}$|^[^\s@]+@[^\s@]+$/,
    'must be an id such as usr_… or an email address',
  )

export const userKindSchema = z.enum(['person', 'service'])
export type UserKind = z.infer<typeof userKindSchema>

export const renameMeSchema = z.strictObject({ name: nameSchema(100) })
export type RenameMe = z.infer<typeof renameMeSchema>

export const switchTeamSchema = z.strictObject({ team: teamIdSchema })
export type SwitchTeam = z.infer<typeof switchTeamSchema>

/** Whom the link signs in: a member, by id or email address. The caller unless said. */
export const createSignInLinkSchema = z.strictObject({ user: userSchema.optional() })
export type CreateSignInLinkRequest = z.infer<typeof createSignInLinkSchema>
const shownNameSchema = nameSchema(100)
const emailSchema = z
  .email()
  .max(320)
  .transform((text) => text.toLowerCase())

export const memberSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  kind: userKindSchema,
  role: roleSchema,
  joined_at: z.string(),
  /** When one of their keys or browsers was last used, as far as it is noted. */
  last_seen_at: z.string().nullable(),
  is_you: z.boolean(),
})
export type TeamMember = z.infer<typeof memberSchema>
export const memberPageSchema = pageOf(memberSchema)

export const changeRoleSchema = z.strictObject({ role: roleSchema })
export type ChangeRole = z.infer<typeof changeRoleSchema>

export const transferOwnershipSchema = z.strictObject({ user: userSchema })
export type TransferOwnership = z.infer<typeof transferOwnershipSchema>

export const nameTeamSchema = z.strictObject({ name: shownNameSchema })
export type NameTeam = z.infer<typeof nameTeamSchema>
export const teamSchema = z.object({ id: z.string(), name: z.string(), role: roleSchema })
export type Team = z.infer<typeof teamSchema>

export const createServiceSchema = z.strictObject({
  name: shownNameSchema,
  /** Never owner. */
  role: z.enum(['viewer', 'member', 'admin']).default('member'),
})
export type CreateService = z.infer<typeof createServiceSchema>

export const INVITATION_DAYS = 7

export const inviteSchema = z.strictObject({
  role: roleSchema.default('member'),
  /** Sent there, where the server can send mail, and good for who reads it; else the link is yours to hand on. */
  email: emailSchema.optional(),
})
export type Invite = z.infer<typeof inviteSchema>

export const invitationSchema = z.object({
  id: z.string(),
  role: roleSchema,
  email: z.string().nullable(),
  state: z.enum(['open', 'accepted', 'declined', 'revoked', 'expired']),
  invited_by: personSchema,
  created_at: z.string(),
  expires_at: z.string(),
  sent_at: z.string().nullable(),
  accepted_by: personSchema.nullable(),
})
export type Invitation = z.infer<typeof invitationSchema>
export const invitationPageSchema = pageOf(invitationSchema)

export const invitedSchema = invitationSchema.extend({
  /** Null where it was sent by mail: then only its reader has it. */
  url: z.string().nullable(),
  /** Why no mail went out, and what to do instead. */
  note: z.string().nullable(),
})
export type Invited = z.infer<typeof invitedSchema>

const tokenSchema = z.string().min(10).max(200)
export const invitationTokenSchema = z.strictObject({ token: tokenSchema })
export const acceptInvitationSchema = z.strictObject({ token: tokenSchema, name: shownNameSchema })
export type AcceptInvitation = z.infer<typeof acceptInvitationSchema>

/** What somebody sees who has the link, before they decide. */
export const shownInvitationSchema = z.object({
  team: z.string(),
  role: roleSchema,
  invited_by: z.string(),
  email: z.string().nullable(),
  expires_at: z.string(),
})
export type ShownInvitation = z.infer<typeof shownInvitationSchema>
