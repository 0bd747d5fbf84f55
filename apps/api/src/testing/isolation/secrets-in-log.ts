import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { pino } from 'pino'

/** A secret of ours that is nowhere else. */
export const canary = (name: string): string => `${name}-${randomBytes(12).toString('hex')}`

/** As it was given, in an address, and as a password of Basic. */
const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
]

/** A log at its most talkative, and the secrets that must not be in it. */
export const secretsInLog = () => {
  let lines: string[] = []
  const secrets = new Map<string, string>()
  return {
    newLog: () =>
      pino(
        { level: 'trace' },
        new Writable({
          write(chunk, _encoding, done) {
            lines.push(String(chunk))
            done()
          },
        }),
      ),

    /** What was shown, or given by the server, and must not be in a line. */
    keep: (name: string, secret: unknown): string => {
      const text = String(secret)
      if (text.length < 8) throw new Error(`${name} is no secret that could be found: ${text}`)
      secrets.set(name, text)
      return text
    },

    begin: () => {
      lines = []
      secrets.clear()
    },

    count: () => ({ lines: lines.length, secrets: secrets.size }),

    /** Names of the secrets that stand in a line. */
    found: (): string[] => {
      const text = lines.join('')
      return [...secrets]
        .filter(([, secret]) => formsOf(secret).some((form) => text.includes(form)))
        .map(([name]) => name)
    },
  }
}
