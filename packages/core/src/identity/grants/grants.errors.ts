import { defineError } from '../../errors.ts'

export const clientNotFound = defineError(
  'not_found',
  'client.not_found',
  'There is no such connected client in your team; `lore clients` shows which there are.',
)

export const consentNotFound = defineError(
  'not_found',
  'consent.not_found',
  'This request was answered already, took more than ten minutes, or was begun in another browser. Have your client connect again.',
)

export const consentOtherTeam = defineError(
  'conflict',
  'consent.other_team',
  'You went to another team since this page was opened. Reload it, and check which team it names.',
)

export const tooManyClients = defineError(
  'limit',
  'client.too_many',
  'Too many clients registered here that nobody has let in yet. Wait an hour and connect again, or use an API key.',
)
