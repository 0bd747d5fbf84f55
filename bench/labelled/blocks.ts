import type { Dice } from './dice.ts'
import type { LookAlike } from './look-alikes.ts'
import type { PlacedKind } from './placed-secrets.types.ts'

/** A text in lines of `width` characters, all of them moved in by four. */
const wrapped = (text: string, width: number): string =>
  (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join('\n    ')
const lines = (...all: readonly string[]): string => all.join('\n    ')

/** Secrets of several lines in a block of YAML. */
export const BLOCK_KINDS: readonly PlacedKind[] = [
  {
    kind: 'wrapped base64 in a block of YAML',
    make: (d) => wrapped(`${d.of('base64', d.pick([175, 151, 86]))}=`, d.pick([64, 76])),
    tuned: [
      'client_secret: |\n    §\n',
      'env:\n  API_TOKEN: |-\n    §\n  TZ: UTC\n',
      'stringData:\n  signing-key: >\n    §\n\nreplicas: 2\n',
    ],
    held: ['auth:\n  "service_account_key": >-\n    §\n---\nkind: Pod\n', 'MASTER_KEY: |+\n    §'],
  },
  {
    kind: 'wrapped hex in a block of YAML',
    make: (d) => wrapped(d.of('hex', d.pick([64, 96, 128])), 32),
    tuned: ['encryption_key: >-\n    §\nname: shop\n', '- SESSION_SECRET: |\n    §\n- TZ: UTC\n'],
    held: ['COOKIE_SEED: |\n    §\n', 'vault:\n  db_password: >\n    §\n# end\n'],
  },
  {
    kind: 'lines at random in a block of YAML',
    make: (d) => lines(d.of('mixed', 24), d.of('mixed', 17), d.of('mixed', 31)),
    tuned: ['access_token: |\n    §\nregion: eu\n', 'webhook_secrets: |\n    §\n'],
    held: ['spec:\n  apiKey: |-\n    §\n  host: db\n'],
  },
]

const of = (family: string, ...makers: LookAlike['make'][]): LookAlike[] =>
  makers.map((make) => ({ family, make }))

const dashes = '-'.repeat(5)
const certificate = (d: Dice): string => wrapped(`MIIDdzCCAl+gAwIBAgIE${d.of('base64', 300)}`, 64)

/** Blocks behind such names that hold none. */
export const LOOK_ALIKES_OF_BLOCKS: readonly LookAlike[] = [
  ...of(
    'blocks of YAML',
    () =>
      'secret: |\n    The secret of the vault2 is read once.\n    Nobody keeps it.\ntoken: >\n    rotate2\n    often\n',
    () => 'tokens: |\n    shop-web-1\n    shop-worker-22\n    shop-api-333\n',
    () => 'api_key: |\n    set -euo pipefail\n    curl -fsS https://example.com/v2 | jq .key2\n',
    () => 'token: >-\n    SELECT token2, user_id FROM sessions\n    WHERE expires_at > now()\n',
    (d) =>
      `client_secret: |\n    ${dashes}BEGIN CERTIFICATE${dashes}\n    ${certificate(d)}\n    ${dashes}END CERTIFICATE${dashes}\n`,
    (d) => `service_key: |\n    ${certificate(d)}\n`,
    (d) =>
      `deploy_key: |\n    ${wrapped(`AAAAB3NzaC1yc2EAAAADAQABAAABgQ${d.of('base64', 300)}`, 70)}\n`,
    () => `secrets: |\n    API_KEY=\${{ secrets.API_KEY2 }}\n    DB_PASS=\${{ secrets.DB_PASS }}\n`,
    () => 'credentials: |\n    /run/secrets/db-1\n    /run/secrets/api-22\n',
    (d) =>
      `digests: |\n    ${d.of('hex', 64)}\n    ${d.of('hex', 64)}\ntoken_hash: |\n    ${d.of('hex', 64)}\n    ${d.of('hex', 64)}\n`,
    () => 'password: >\n    at-least-12-signs\n    one-digit-or-2\n    no-name\n',
    () => 'type Token: |\n    Token1\n    Token22\n    TokenOfSession3\n',
  ),
]

/** Written after the rule, and held back. */
export const FRESH_LOOK_ALIKES_OF_BLOCKS: readonly LookAlike[] = [
  ...of(
    'blocks of YAML',
    (d) =>
      `public_key: |\n    ${wrapped(`MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A${d.of('base64', 200)}`, 64)}\ncache_key: |\n    ${d.of('hex', 32)}\n    ${d.of('hex', 32)}\n`,
    (d) => `access_key: >\n    ${wrapped(`MCowBQYDK2VwAyEA${d.of('base64', 43)}=`, 32)}\n`,
    () => 'db_password: >-\n    Rotate-every-90-days\n    see-runbook-7\n',
    () => 'passphrase: |\n    Four_words_or_5\n    all-in-lower-case\n    then-a-digit-2\n',
    () => 'secret: |\n    apiVersion: v1\n    kind: Pod2\n    name: x3\n',
    () =>
      'tokens: |\n    ada@example.com\n    grace2@example.com\n    10.0.0.12\n    https://example.com/v2\n',
    () => 'credential: |-\n    import os2\n    os.environ["TOKEN"]\n    print(token2)\n',
    () => 'token: |\n    Token2Kind\n    RefreshToken3\n    accessTokenV4\n',
    (d) => `signing_key: |\n    [REDACTED:private-key]\n    sha256:${d.of('hex', 64)}\n`,
  ),
]
