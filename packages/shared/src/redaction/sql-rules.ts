import { inFront } from './in-front.ts'
import { isPlaceholder } from './placeholders.ts'
import type { Rule } from './redaction.types.ts'

/** Passwords that a statement sets. */
export const SQL_RULES: readonly Rule[] = [
  {
    // CREATE ROLE x PASSWORD '…', ALTER USER x IDENTIFIED BY '…'
    name: 'sql-password',
    anchors: ["password '", "identified by '", 'password "', 'identified by "'],
    ignoresCase: true,
    pattern: /(?:password|identified by) (?:'(?<single>[^'\n]{4,200})|"(?<double>[^"\n]{4,200}))/iy,
    accepts: (secret, match) =>
      !isPlaceholder(secret) &&
      /\b(?:create|alter|user|role|grant|set)\b/i.test(inFront(match, 200)),
  },
  {
    // SET PASSWORD FOR x = '…', IDENTIFIED WITH x BY '…', crypt('…', gen_salt('bf'))
    name: 'sql-password',
    anchors: ['set password', 'identified with', "crypt('"],
    ignoresCase: true,
    pattern:
      /(?:set password(?: for [^\s=]{1,100})?\s{0,2}=\s{0,2}(?:password\()?'|identified with [^\s']{1,60} (?:by|as) '|crypt\('(?=[^'\n]{1,100}',\s{0,2}gen_salt))(?<secret>[^'\n]{4,100})(?=')/iy,
    accepts: (secret) => !isPlaceholder(secret),
  },
]
