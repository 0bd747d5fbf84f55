import { defineError } from '../errors.ts'

export const digestNoAddress = defineError(
  'conflict',
  'digest.no_address',
  'Your account has no mail address, so nothing can be sent to you. Sign in with a provider that gives one, or come in by an invitation that was mailed.',
)

export const digestNoMail = defineError(
  'conflict',
  'digest.no_mail',
  'This server does not send mail. Whoever runs it sets SMTP_URL and SMTP_FROM.',
)
