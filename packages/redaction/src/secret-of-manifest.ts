import { isPlaceholder } from './placeholders.ts'
import { acceptsNamed, isRandomEnough, isSecretName } from './secret-names.ts'

export type Judging = {
  /** What stands in the `data` of a Secret is coded, in its `stringData` it is not. */
  isCoded: boolean
  /** Whether something would be taken out of a text. */
  hasSecret: (text: string) => boolean
}

/** What a secret also keeps beside one. */
const BESIDE =
  /(?:^|[._-])(?:user|username|login|host|hostname|port|email|database|dbname|schema|crt|cert|ca|pub|namespace|region|endpoint|server|type|name|id)$/i
/** The mark of a version of something, in the letters of base64 by chance. */
const OF_A_VERSION = /(?:^|[._-])(?:commit|revision|sha\d*|hash|digest|checksum)$/i
const HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** Whether a value that a Secret of Kubernetes holds is one. */
export const isSecretOfManifest = (
  name: string,
  value: string,
  { isCoded, hasSecret }: Judging,
): boolean => {
  if (HASH.test(value) && OF_A_VERSION.test(name.replace(/([a-z0-9])([A-Z])/g, '$1_$2')))
    return false
  // What was typed into a shell ends in a line end.
  const text = (isCoded ? decoded(value) : value)?.replace(/\r?\n$/, '') ?? ''
  if (text.length < 6 || BESIDE.test(name)) return false
  if (/^\.?docker(?:config(?:json)?|cfg)$/i.test(name)) return text.includes('"auth')
  // A file of JSON begins as a variable does, one with a comment as what is to be filled in.
  if (isPlaceholder(text)) return isCoded && hasSecret(text)
  if (!isCoded) return isSecretText(name, text)
  // What no text is is a key, or a file.
  if (/[^\x20-\x7e]/.test(text)) return text.length >= 16 && !text.startsWith('-----BEGIN CERT')
  return isSecretText(name, text) || hasSecret(text)
}

const isSecretText = (name: string, text: string): boolean => {
  if (isSecretName(name)) return /\s/.test(text) ? isPhrase(name, text) : isPassword(text)
  // What can be read as it stands is looked at as a text.
  if (/\s/.test(text)) return false
  return isRandomEnough(text) || /:\/\/[^\s:@/]{0,100}:[^\s@]+@/.test(text)
}

const isPassword = (text: string): boolean => acceptsNamed('password', text)

/** Words with blanks between them, as people choose them: `correct horse battery staple`. */
const isPhrase = (name: string, text: string): boolean =>
  /^[^\r\n\t]{6,100}$/.test(text) &&
  (acceptsNamed('passphrase', text) ||
    (/pass|pw|kennwort/i.test(name) && /^[a-z]{2,12}(?: [a-z]{2,12}){2,9}$/.test(text)))

const decoded = (base64: string): string | undefined => {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined
  try {
    return atob(base64)
  } catch {
    return undefined
  }
}
