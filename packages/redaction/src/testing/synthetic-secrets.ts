/**
 * Made-up secrets of many kinds, put together at run time so that no scanner takes this file for a leak. None of them
 * opens anything.
 */
const LOWER = 'q7w2k9z4m1x8c3v6b5n0'
const MIXED = 'aB3dE5gH7jK9mN1pQ4sT6vX8zC0fL2rW'
const HEX = '4f8a1c9e2b7d3056'

/** `length` characters in a fixed but random-looking order. */
const fill = (alphabet: string, length: number): string =>
  Array.from({ length }, (_, i) => alphabet[(i * 7 + 3 * (i >> 2)) % alphabet.length]).join('')

const mixed = (length: number) => fill(MIXED, length)
const hex = (length: number) => fill(HEX, length)
const upper = (length: number) => fill(MIXED, length).toUpperCase()

const dashes = '-'.repeat(5)
const pem = (kind: string): string =>
  [
    `${dashes}BEGIN ${kind}PRIVATE KEY${dashes}`,
    ...Array.from({ length: 6 }, (_, i) => `${mixed(58 + (i % 2))}+/`),
    `${dashes}END ${kind}PRIVATE KEY${dashes}`,
  ].join('\n')

const base64Url = (value: unknown): string =>
  btoa(JSON.stringify(value)).replace(/=/g, '').replace(/\+/g, '-').replace(/\//g, '_')

/** By kind: the rule that should take it, the text it stands in, and the part that must be gone afterwards. */
export const syntheticSecrets = (): { kind: string; text: string; secret: string }[] => {
  const within = (kind: string, secret: string, before = 'Use ', after = ' for now.') => ({
    kind,
    text: before + secret + after,
    secret,
  })
  return [
    within('aws-key-id', `AKIA${upper(16)}`),
    within('assignment', `${mixed(38)}/9`, 'aws_secret_access_key = ', '\n'),
    within('github', `ghp_${mixed(36)}`),
    within('github', `github_pat_${mixed(22)}_${mixed(59)}`),
    within('gitlab', `glpat-${mixed(20)}`),
    within('slack', `xoxb-${hex(12)}-${mixed(24)}`),
    within('slack', `xoxc-${hex(12)}-${hex(12)}-${hex(64)}`),
    within('slack', `xoxd-${mixed(40)}%2B${mixed(40)}%3D`),
    within('slack', `xoxd-${mixed(60)}`, 'Cookie: d=', ''),
    within(
      'slack-webhook',
      `https://hooks.slack.com/services/T${upper(8)}/B${upper(8)}/${mixed(24)}`,
    ),
    within('stripe', `sk_live_${mixed(24)}`),
    within('google', `AIza${mixed(35)}`),
    within('google', `GOCSPX-${mixed(28)}`),
    within('anthropic', `sk-ant-api03-${mixed(80)}`),
    within('openai', `sk-proj-${mixed(60)}`),
    within('openai', `sk-${mixed(48)}`),
    within('npm', `npm_${mixed(36)}`),
    within('pypi', `pypi-AgEIcHlwaS5vcmc${mixed(60)}`),
    within('hugging-face', `hf_${mixed(34)}`),
    within('twilio', `SK${hex(32)}`),
    within('sendgrid', `SG.${mixed(22)}.${mixed(43)}`),
    within('telegram', `${'1234567890'.slice(0, 9)}:A${mixed(34)}`),
    within('digitalocean', `dop_v1_${hex(64)}`),
    within('azure', `${mixed(86)}==`, 'AccountName=x;AccountKey=', ';EndpointSuffix=y'),
    within('azure', `${mixed(3)}8Q~${mixed(34)}`),
    within('shopify', `shpat_${hex(32)}`),
    within('linear', `lin_api_${mixed(40)}`),
    within('vault', `hvs.${mixed(24)}`),
    within('databricks', `dapi${hex(32)}`),
    within('docker-hub', `dckr_pat_${mixed(27)}`),
    within('discord', `${btoa('271828182845904523').slice(0, 24)}.${mixed(6)}.${mixed(38)}`),
    within('groq', `gsk_${mixed(52)}`),
    within('atlassian', `ATATT3${mixed(60)}`),
    within('age', `AGE-SECRET-KEY-1${upper(58)}`),
    within('1password', `ops_eyJ${mixed(200)}`),
    within('1password', `A3-${upper(6)}-${upper(11)}-${upper(5)}-${upper(5)}-${upper(5)}`),
    within('docker-login', btoa('robot:Geh3imnis'), '{"auths":{"x":{"auth": "', '"}}}'),
    within('teamlore', `tlk_${mixed(40)}`),
    within(
      'jwt',
      `${base64Url({ alg: 'none' })}.${base64Url({ sub: 'nobody at all' })}.${mixed(43)}`,
    ),
    within('private-key', pem('RSA ')),
    within('private-key', pem('')),
    within('private-key', pem('OPENSSH ').replaceAll('\n', '\\n'), '{"key": "', '"}'),
    within('url-password', `p${LOWER.slice(0, 8)}`, 'postgres://app:', '@db.internal:5432/app'),
    within('url-password', `p${LOWER.slice(0, 8)}`, 'redis://:', '@cache:6379/0'),
    within('url-token', mixed(40), 'git clone https://', '@example.com/x.git'),
    within('authorization', `${mixed(30)}==`, "curl -H 'Authorization: Basic ", "' https://x"),
    within('bearer', mixed(40), 'bearer ', ' it is'),
    within('assignment', 'hunter2x!', 'password: "', '"'),
    within('assignment', `Tr0ub4dor-${LOWER.slice(0, 3)}`, 'DB_PASSWORD=', '\n'),
    within('assignment', mixed(32), '{"client_secret": "', '"}'),
    within('assignment', mixed(32), '{\\"apiKey\\": \\"', '\\"}'),
    within('assignment', mixed(24), "const accessToken = '", "'"),
    within('assignment', mixed(36), '//registry.example.com/:_authToken=', '\n'),
    within('env-key', mixed(32), 'export PAYMENTS_KEY=', '\n'),
    within('assignment', mixed(20), 'deploy --api-token ', ' --force'),
    within('command-line', 'Geh3imnis', 'curl -u admin:', ' https://x'),
    within('netrc', 'Geh3imnis', 'machine x login me password ', '\n'),
    within('private', '<private>my landlord is called Ruth</private>', 'Hello ', ''),
  ]
}
