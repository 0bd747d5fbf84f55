import { isPlaceholder } from './placeholders.ts'
import type { Rule } from './redaction.types.ts'
import { acceptsNamed } from './secret-names.ts'
import { inFront } from './surroundings.ts'

/** Passwords that a statement sets. */
export const SQL_RULES: readonly Rule[] = [
  {
    // CREATE ROLE x PASSWORD '…', ALTER USER x IDENTIFIED BY '…'
    name: 'sql-password',
    anchors: ["password '", "password = n'", "identified by '", 'password "', 'identified by "'],
    ignoresCase: true,
    pattern:
      /(?:password|identified by) (?:= n(?='))?(?:'(?<single>[^'\n]{4,200})|"(?<double>[^"\n]{4,200}))/iy,
    accepts: (secret, match) =>
      !isPlaceholder(secret) &&
      /(?:\b|\\[nrt])(?:create|alter|user|role|grant|set)\b/i.test(inFront(match, 200)),
  },
  {
    // CREATE USER x IDENTIFIED BY X, as Oracle has it
    name: 'sql-password',
    anchors: ['identified by '],
    ignoresCase: true,
    pattern: /identified by (?<secret>\w[\w#$]{5,60})(?=[\s;]|\\|$)/iy,
    accepts: (secret, match) =>
      acceptsNamed('password', secret) &&
      /(?:\b|\\[nrt])(?:create|alter)\s+user\b/i.test(inFront(match, 100)),
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
