import { defineError } from '../errors.ts'

export const sessionBusy = defineError(
  'unavailable',
  'session.busy',
  'This session is being written by somebody else; send it again in a moment.',
)

export const quotaReached = defineError(
  'limit',
  'ingest.quota_reached',
  'This team has sent what it may send in a day. Nothing is lost: what waits is sent after midnight UTC.',
)
