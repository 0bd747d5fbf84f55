import { createTransport } from 'nodemailer'

type Mail = { to: string; subject: string; text: string; id?: string }

export type MailConfig = { url: string; from: string }

const PATIENCE_MS = 10_000

/** What a mail server answers repeats whom it was for, and jobs that failed and logs outlive who is erased. */
const withoutAddress = (said: string, to: string): string => {
  const [name = to] = to.toLowerCase().split('@')
  const isOfAddress = (word: string) => word.includes('@') || word.toLowerCase().includes(name)
  return said
    .split(/(\s+)/)
    .map((word) => (isOfAddress(word) ? '…' : word))
    .join('')
}

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
    const mail = { from, to, subject, text, ...(id !== undefined && { messageId: `<${id}>` }) }
    try {
      await transport.sendMail(mail)
    } catch (error) {
      throw new Error(withoutAddress(error instanceof Error ? error.message : 'It failed.', to))
    }
  }
}

/** The sender that the settings ask for, if they do. */
export const senderOf = (mail: MailConfig | undefined) => mail && createSmtpSender(mail)
