/** What became of a team's knowledge in a week. */

export { makeGetOwnDigest, makeSetOwnDigest } from './own-digest.ts'
export {
  dueMailDigests,
  type MailDigestWording,
  makeSendMailDigest,
  type SendMailDigest,
} from './send-mail-digest.ts'
