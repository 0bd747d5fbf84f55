import { shannonEntropy } from './entropy.ts'
import type { Rule } from './redaction.types.ts'
import { BEGINS_HERE, BEGINS_IN_NAME } from './surroundings.ts'

/** Keys of so few telling characters that an id may look the same. */
export const LIKE_IDS: ReadonlySet<string> = new Set(
  'twilio mailgun mailchimp firecrawl nuget crates-io telegram discord azure alibaba resend e2b voyage dub cal unkey nightfall mollie modal'.split(
    ' ',
  ),
)

/** What examples fill the rest of a key with. */
const isFilled = (secret: string): boolean => /([xX*.0])\1{7}/.test(secret)

/** Keys whose makers gave them a shape of their own: a prefix and an alphabet are proof enough. */
export const shaped = (name: string, anchors: readonly string[], source: string): Rule => ({
  name,
  anchors,
  pattern: new RegExp(
    `${LIKE_IDS.has(name) ? BEGINS_HERE : BEGINS_IN_NAME}(?:${source})(?![A-Za-z0-9])`,
    'y',
  ),
  accepts: (secret) => !isFilled(secret),
})

/** The same for shapes whose telling part stands `length` characters behind their beginning. */
export const shapedBefore = (
  name: string,
  anchor: string,
  { length, source }: { length: number; source: string },
): Rule => ({
  ...shaped(name, [anchor], source),
  startOf: (_, at) => at - length,
})

export const hasDigit = (secret: string): boolean => /\d/.test(secret)
/** Neither words nor a hash, whatever its beginning is made of. */
export const isMixed = (secret: string): boolean =>
  isRandom(secret) && /[a-z]/.test(secret.slice(4)) && /[A-Z]/.test(secret.slice(4))
/** Its letters are no words, as those of a name or an address are. */
export const isWordless = (secret: string): boolean =>
  (secret.match(/[a-z]{4,}/g)?.length ?? 0) <= 3 && secret.split(/[_-]/).length <= 7
export const isRandom = (secret: string): boolean =>
  hasDigit(secret) && shannonEntropy(secret) > 3.2
