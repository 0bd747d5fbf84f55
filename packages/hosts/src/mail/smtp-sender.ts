import { createTransport } from 'nodemailer'

type Mail = { to: string; subject: string; text: string; id?: string }

export type MailConfig = { url: string; from: string }

const PATIENCE_MS = 10_000

/** Sends by any SMTP server. Nothing of a mail is logged: it bears the link that lets its reader in. */
export const createSmtpSender = ({ url, from }: MailConfig) => {
  const transport = createTransport({
    url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ to, subject, text, id }: Mail): Promise<void> => {
    await transport.sendMail({
      from,
      to,
      subject,
      text,
      ...(id !== undefined && { messageId: `<${id}>` }),
    })
  }
}

/** The sender that the settings ask for, if they do. */
export const senderOf = (mail: MailConfig | undefined) => mail && createSmtpSender(mail)
