export { createHosts } from './create-hosts.ts'
export { checkMailEnv, mailConfigOf, mailEnv } from './mail/mail-env.ts'
export { createSmtpSender, type MailConfig, senderOf } from './mail/smtp-sender.ts'
export { createSlack } from './slack/create-slack.ts'
