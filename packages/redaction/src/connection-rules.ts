import { isPlaceholder } from './placeholders.ts'
import type { Rule } from './redaction.types.ts'
import { acceptsNamed, isRandomEnough } from './secret-names.ts'
import { BETWEEN, inFront, NEXT_LINE, SLASHES } from './surroundings.ts'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const isPassword = (secret: string): boolean => acceptsNamed('password', secret)

/** Secrets in strings that open a connection, and in files and answers of what is connected to. */
export const CONNECTION_RULES: readonly Rule[] = [
  {
    // `Pwd={X};` of ODBC
    name: 'connection-string',
    anchors: ['pwd={', 'password={'],
    ignoresCase: true,
    pattern: /(?:pwd|password)=\{(?<secret>[^{}\s"']{4,200})(?=\}(?:[;"'\s\\]|$))/iy,
    // `{password!r}` of Python
    accepts: (secret) => isPassword(secret) && !/![rsa]$/.test(secret),
  },
  {
    // `app:X@tcp(db:3306)/shop` of Go
    name: 'connection-string',
    anchors: ['@tcp('],
    startOf: passwordBefore,
    pattern: /(?<secret>[^\s"'`@:\\[\]]{4,200})(?=@tcp\()/y,
    accepts: (secret) => !isPlaceholder(secret) && !/^(?:password|%s)$/i.test(secret),
  },
  {
    // `fs.azure.account.key.shop.dfs.core.windows.net", "X"` of Spark
    name: 'connection-string',
    anchors: ['accountkey', 'account.key.'],
    ignoresCase: true,
    pattern: new RegExp(
      `account\\.?key(?:\\.[\\w.-]{1,120})?${SLASHES}["']?[\\s,:=]{1,8}${SLASHES}["']?(?<secret>[A-Za-z0-9+/]{86}==)`,
      'iy',
    ),
  },
  {
    // ipsec.secrets: `alice : EAP "X"`
    name: 'connection-string',
    anchors: [': EAP "', ': PSK "', ': EAP \\', ': PSK \\'],
    pattern: new RegExp(
      `: (?:EAP|PSK) ${SLASHES}"(?<secret>[^"\\n\\\\]{4,200})(?=${SLASHES}")`,
      'y',
    ),
    accepts: (secret) => !isPlaceholder(secret),
  },
  {
    // `user = "name:X"` of a file of curl
    name: 'connection-string',
    anchors: ['user = "', 'user="', '-user = "'],
    pattern: new RegExp(
      `user ?= ?${SLASHES}"[\\w.@-]{1,60}:(?<secret>[^"\\s\\\\:]{4,200})(?=${SLASHES}")`,
      'y',
    ),
    accepts: (secret) => isPassword(secret) && isRandomEnough(secret),
  },
  {
    // What Consul and Nomad print of a token.
    name: 'field',
    anchors: ['SecretID', 'Secret ID'],
    pattern: new RegExp(
      `Secret ?ID${SLASHES}"?\\s{0,16}[:=]\\s{0,24}${SLASHES}"?(?<secret>${UUID})(?![\\w-])`,
      'y',
    ),
    accepts: (_, match) => {
      const end = match.index + match[0].length
      return /Accessor ?ID/.test(inFront(match, 400) + match.input.slice(end, end + 400))
    },
  },
  {
    // What Terraform made up: `random_password` and its result.
    name: 'field',
    anchors: ['_password"', '_password\\'],
    pattern: new RegExp(
      `(?<=random)_password${SLASHES}"[^{}]{0,300}\\{[^{}]{0,400}?result${SLASHES}"?\\s{0,8}[:=]\\s{0,4}${SLASHES}"(?<secret>[^"\\n\\\\]{6,200})`,
      'y',
    ),
    accepts: (secret) => !isPlaceholder(secret),
  },
  {
    // auth.json of Composer
    name: 'field',
    anchors: ['github-oauth', 'gitlab-token', 'gitlab-oauth', '"bearer'],
    pattern: new RegExp(
      `(?:git(?:hub|lab)-(?:oauth|token)|bearer)${SLASHES}"\\s{0,4}:\\s{0,4}\\{(?:${BETWEEN})?${SLASHES}"[\\w.-]{3,80}${SLASHES}"\\s{0,4}:\\s{0,4}${SLASHES}"(?<secret>[\\w-]{20,200})`,
      'y',
    ),
    accepts: isRandomEnough,
  },
  {
    // `"Jwt": { "Issuer": …, "Key": X }` of ASP.NET
    name: 'field',
    anchors: ['"jwt'],
    ignoresCase: true,
    pattern: new RegExp(
      `"jwt\\w{0,20}${SLASHES}"\\s{0,4}:\\s{0,4}\\{[^{}]{0,400}?${SLASHES}"(?:signing)?key${SLASHES}"\\s{0,4}:\\s{0,4}${SLASHES}"(?<secret>[^"\\s\\\\]{16,400})(?=${SLASHES}")`,
      'iy',
    ),
    accepts: isRandomEnough,
  },
  {
    // What Argo CD prints when it is asked for its first password.
    name: 'command-line',
    anchors: ['admin initial-password'],
    pattern: new RegExp(
      `admin initial-password[^\\n\\\\]{0,80}(?:${NEXT_LINE}){1,2}(?<secret>[A-Za-z0-9-]{12,40})(?=\\s|\\\\|$)`,
      'y',
    ),
    accepts: isRandomEnough,
  },
]

/** Behind the colon that stands behind the name of the user. */
function passwordBefore(text: string, at: number): number {
  const before = text.slice(Math.max(0, at - 260), at)
  const password = /(?<=(?:^|[^\w.-])[\w.-]{1,40}:)[^\s"'`@:\\[\]]{4,200}$/.exec(before)?.[0]
  return password === undefined ? -1 : at - password.length
}
