import { z } from 'zod'
import type { MailConfig } from './smtp-sender.ts'

/** Settings of mail, the same for every process that sends some. */
export const mailEnv = {
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: 'must look like smtp://user:password@mail.example.com:587',
    })
    .optional()
    .describe(
      'Mail server that sends invitations, with user and password in it. Unset: links are handed on by who makes them.',
    ),
  SMTP_FROM: z
    .string()
    .min(3)
    .optional()
    .describe('Sender of mails, such as "Teamlore <lore@example.com>". Needed with SMTP_URL.'),
}

type MailEnv = { SMTP_URL?: string | undefined; SMTP_FROM?: string | undefined }

export const checkMailEnv = (env: MailEnv, context: z.RefinementCtx): void => {
  if (env.SMTP_URL !== undefined && env.SMTP_FROM === undefined)
    context.addIssue({ code: 'custom', path: ['SMTP_FROM'], message: 'must be set with SMTP_URL' })
}

export const mailConfigOf = ({ SMTP_URL, SMTP_FROM }: MailEnv): MailConfig | undefined =>
  SMTP_URL === undefined || SMTP_FROM === undefined ? undefined : { url: SMTP_URL, from: SMTP_FROM }
