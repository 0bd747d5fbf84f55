import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { secretUnreadable } from './sign-in.errors.ts'

/** Encrypts what must be read again, such as a client secret. `context` says what it is; moved elsewhere it does not open. */
export type SecretBox = {
  seal: (text: string, context: string) => string
  /** @throws DomainError `sign_in_provider.secret_unreadable` */
  open: (sealed: string, context: string) => string
}

const VERSION = 'v1'

/** AES-256-GCM under a key that is derived from `secret`. */
export const createSecretBox = (secret: string): SecretBox => {
  const key = Buffer.from(hkdfSync('sha256', secret, 'teamlore', 'client secrets', 32))
  return {
    seal: (text, context) => {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return [
        VERSION,
        ...[iv, sealed, cipher.getAuthTag()].map((b) => b.toString('base64url')),
      ].join('.')
    },
    open: (sealed, context) => {
      const [version, ...parts] = sealed.split('.')
      const [iv, text, tag] = parts.map((part) => Buffer.from(part, 'base64url'))
      try {
        if (version !== VERSION || !iv || !text || !tag) throw new Error('not sealed by us')
        const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 })
        decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
      } catch (error) {
        throw secretUnreadable({ cause: error })
      }
    },
  }
}
