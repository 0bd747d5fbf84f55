import { defineError } from '../../errors.ts'

export const incomingHookNotFound = defineError(
  'not_found',
  'incoming_hook.not_found',
  'There is no such incoming webhook. GET /v1/incoming-hooks lists those there are.',
)

export const tooManyIncomingHooks = defineError(
  'conflict',
  'incoming_hook.too_many',
  'A team has at most 50 incoming webhooks. Remove one that is not needed.',
)

export const incomingRefused = defineError(
  'unauthenticated',
  'incoming_hook.refused',
  'This event is not signed with the secret of this address, or its webhook-timestamp is more than five minutes from now.',
)

export const incomingUnreadable = defineError(
  'invalid',
  'incoming_hook.unreadable',
  'This event is not one of those in docs/schemas/incoming-hook.schema.json.',
)

export const incomingMakerGone = defineError(
  'conflict',
  'incoming_hook.maker_gone',
  'The admin who made this address is no admin of the team any more. Make it anew under Settings → Integrations → Webhooks.',
)

export const incomingInProgress = defineError(
  'conflict',
  'incoming_hook.in_progress',
  'An event with this webhook-id is being taken. Send it again in a minute.',
)
