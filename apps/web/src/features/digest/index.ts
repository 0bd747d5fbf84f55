export { DigestMail } from './digest-mail.tsx'
