import type { Dice } from './dice.ts'
import { FURTHER_SERVICE_KINDS } from './further-service-secrets.ts'
import { SERVICE_KINDS } from './service-secrets.ts'
import type { ShapedKind } from './shaped-secrets.types.ts'

const dashes = '-'.repeat(5)

const armour =
  (label: string, lines: number) =>
  (dice: Dice): string =>
    [
      `${dashes}BEGIN ${label}${dashes}`,
      ...Array.from({ length: lines }, () => dice.of('base64', 64)),
      `${dice.of('base64', 30)}==`,
      `${dashes}END ${label}${dashes}`,
    ].join('\n')

const base64Url = (value: unknown): string =>
  btoa(JSON.stringify(value)).replace(/=/g, '').replace(/\+/g, '-').replace(/\//g, '_')

const jwt = (dice: Dice): string =>
  [
    base64Url({ alg: dice.pick(['HS256', 'RS256', 'ES256']), typ: 'JWT' }),
    base64Url({
      sub: dice.of('digits', 10),
      iat: dice.int(1e9),
      role: dice.pick(['anon', 'admin']),
    }),
    dice.of('url', 43),
  ].join('.')

const uuid = (dice: Dice): string =>
  [8, 4, 4, 4, 12].map((length) => dice.of('hex', length)).join('-')

const of = (kind: string, variable: string, make: ShapedKind['make']): ShapedKind => ({
  kind,
  variable,
  make,
})

/** Prefixes stand apart from what follows them: no text here looks like a key to a scanner. */
export const SHAPED_KINDS: readonly ShapedKind[] = [
  of('aws key id', 'AWS_ACCESS_KEY_ID', (d) => `${d.pick(['AKIA', 'ASIA'])}${d.of('upper', 16)}`),
  of(
    'github classic',
    'GITHUB_TOKEN',
    (d) => `${d.pick(['ghp', 'gho', 'ghs'])}_${d.of('mixed', 36)}`,
  ),
  of(
    'github fine-grained',
    'GH_PAT',
    (d) => `github_pat_${d.of('mixed', 22)}_${d.of('mixed', 59)}`,
  ),
  of('gitlab', 'GITLAB_TOKEN', (d) => `glpat-${d.of('url', 20)}`),
  of(
    'slack bot',
    'SLACK_BOT',
    (d) => `xoxb-${d.of('digits', 12)}-${d.of('digits', 12)}-${d.of('mixed', 24)}`,
  ),
  of(
    'slack app',
    'SLACK_APP',
    (d) => `xapp-1-A${d.of('upper', 10)}-${d.of('digits', 13)}-${d.of('hex', 64)}`,
  ),
  of(
    'slack webhook',
    'ALERT_HOOK',
    (d) =>
      `https://hooks.slack.com/services/T${d.of('upper', 8)}/B${d.of('upper', 10)}/${d.of('mixed', 24)}`,
  ),
  of(
    'stripe',
    'STRIPE_KEY',
    (d) => `${d.pick(['sk', 'rk'])}_${d.pick(['live', 'test'])}_${d.of('mixed', 24)}`,
  ),
  of('stripe webhook', 'STRIPE_HOOK', (d) => `whsec_${d.of('mixed', 32)}`),
  of('google api', 'MAPS_KEY', (d) => `AIza${d.of('url', 34)}${d.of('mixed', 1)}`),
  of('google oauth', 'OAUTH_CLIENT', (d) => `GOCSPX-${d.of('url', 27)}${d.of('mixed', 1)}`),
  of('google access', 'GCLOUD', (d) => `ya29.${d.of('url', 120)}${d.of('mixed', 4)}`),
  of('anthropic', 'ANTHROPIC', (d) => `sk-ant-api03-${d.of('url', 90)}${d.of('mixed', 3)}`),
  of('openai project', 'OPENAI', (d) => `sk-proj-${d.of('url', 120)}${d.of('mixed', 4)}`),
  of('openai classic', 'OPENAI_OLD', (d) => `sk-${d.of('mixed', 48)}`),
  of('deepseek', 'DEEPSEEK', (d) => `sk-${d.of('hex', 32)}`),
  of('openrouter', 'OPENROUTER', (d) => `sk-or-v1-${d.of('hex', 64)}`),
  of('npm', 'NPM', (d) => `npm_${d.of('mixed', 36)}`),
  of('pypi', 'TWINE', (d) => `pypi-AgEIcHlwaS5vcmc${d.of('url', 140)}${d.of('mixed', 4)}`),
  of('hugging face', 'HF', (d) => `hf_${d.of('mixed', 34)}`),
  of('twilio', 'TWILIO', (d) => `SK${d.of('hex', 32)}`),
  of('sendgrid', 'SENDGRID', (d) => `SG.${d.of('url', 22)}.${d.of('url', 42)}${d.of('mixed', 1)}`),
  of(
    'telegram',
    'BOT',
    (d) => `${d.pick(['5', '6', '7'])}${d.of('digits', 9)}:AA${d.of('url', 32)}${d.of('mixed', 1)}`,
  ),
  of('digitalocean', 'DO', (d) => `dop_v1_${d.of('hex', 64)}`),
  of(
    'azure client',
    'AZURE_CLIENT',
    (d) => `${d.of('mixed', 3)}8Q~${d.of('url', 33)}${d.of('mixed', 1)}`,
  ),
  of('shopify', 'SHOPIFY', (d) => `shpat_${d.of('hex', 32)}`),
  of('square', 'SQUARE', (d) => `sq0csp-${d.of('url', 42)}${d.of('mixed', 1)}`),
  of('linear', 'LINEAR', (d) => `lin_api_${d.of('mixed', 40)}`),
  of('notion', 'NOTION', (d) => `ntn_${d.of('mixed', 46)}`),
  of('vault', 'VAULT', (d) => `hvs.${d.of('url', 90)}${d.of('mixed', 2)}`),
  of('terraform cloud', 'TFE', (d) => `${d.of('mixed', 14)}.atlasv1.${d.of('mixed', 67)}`),
  of('databricks', 'DATABRICKS', (d) => `dapi${d.of('hex', 32)}`),
  of('docker hub', 'DOCKER', (d) => `dckr_pat_${d.of('url', 26)}${d.of('mixed', 1)}`),
  of('doppler', 'DOPPLER', (d) => `dp.pt.${d.of('mixed', 43)}`),
  of('planetscale', 'PSCALE', (d) => `pscale_tkn_${d.of('url', 42)}${d.of('mixed', 1)}`),
  of('supabase', 'SUPABASE', (d) => `sbp_${d.of('hex', 40)}`),
  of('mailgun', 'MAILGUN', (d) => `key-${d.of('hex', 32)}`),
  of('mailchimp', 'MAILCHIMP', (d) => `${d.of('hex', 32)}-us${1 + d.int(20)}`),
  of(
    'discord bot',
    'DISCORD',
    (d) =>
      `${btoa(`${1 + d.int(9)}${d.of('digits', 17)}`).slice(0, 24)}.${d.of('mixed', 6)}.${d.of('url', 37)}${d.of('mixed', 1)}`,
  ),
  of(
    'discord webhook',
    'DISCORD_HOOK',
    (d) =>
      `https://discord.com/api/webhooks/${d.of('digits', 18)}/${d.of('url', 67)}${d.of('mixed', 1)}`,
  ),
  of('age', 'AGE', (d) => `AGE-SECRET-KEY-1${d.of('upper', 58)}`),
  of('grafana', 'GRAFANA', (d) => `glsa_${d.of('mixed', 32)}_${d.of('hex', 8)}`),
  of('new relic', 'NEW_RELIC', (d) => `NRAK-${d.of('upper', 27)}`),
  of('sentry', 'SENTRY', (d) => `sntryu_${d.of('hex', 64)}`),
  of('groq', 'GROQ', (d) => `gsk_${d.of('mixed', 52)}`),
  of('xai', 'XAI', (d) => `xai-${d.of('mixed', 80)}`),
  of('perplexity', 'PPLX', (d) => `pplx-${d.of('mixed', 48)}`),
  of('replicate', 'REPLICATE', (d) => `r8_${d.of('mixed', 37)}`),
  of('figma', 'FIGMA', (d) => `figd_${d.of('url', 39)}${d.of('mixed', 1)}`),
  of('postman', 'POSTMAN', (d) => `PMAK-${d.of('hex', 24)}-${d.of('hex', 34)}`),
  of(
    'atlassian',
    'JIRA',
    (d) => `ATATT3${d.of('url', 180)}${d.of('mixed', 2)}=${d.of('upper', 8)}`,
  ),
  of('airtable', 'AIRTABLE', (d) => `pat${d.of('mixed', 14)}.${d.of('hex', 64)}`),
  of('hubspot', 'HUBSPOT', (d) => `pat-na1-${uuid(d)}`),
  of('pulumi', 'PULUMI', (d) => `pul-${d.of('hex', 40)}`),
  of('rubygems', 'GEM_HOST', (d) => `rubygems_${d.of('hex', 48)}`),
  of('nuget', 'NUGET', (d) => `oy2${d.of('lower', 43)}`),
  of('brevo', 'BREVO', (d) => `xkeysib-${d.of('hex', 64)}-${d.of('mixed', 16)}`),
  of('tailscale', 'TAILSCALE', (d) => `tskey-auth-k${d.of('mixed', 11)}-${d.of('mixed', 32)}`),
  of('langsmith', 'LANGSMITH', (d) => `lsv2_pt_${d.of('hex', 32)}_${d.of('hex', 10)}`),
  of('nvidia', 'NVIDIA', (d) => `nvapi-${d.of('url', 63)}${d.of('mixed', 1)}`),
  of('resend', 'RESEND', (d) => `re_${d.of('mixed', 8)}_${d.of('mixed', 24)}`),
  of('teamlore', 'LORE', (d) => `tlk_${d.of('url', 42)}${d.of('mixed', 1)}`),
  of('jwt', 'SESSION', jwt),
  of('rsa key', 'DEPLOY', armour('RSA PRIVATE KEY', 12)),
  of('pkcs8 key', 'SIGNER', armour('PRIVATE KEY', 8)),
  of('ec key', 'EC', armour('EC PRIVATE KEY', 3)),
  of('openssh key', 'SSH', armour('OPENSSH PRIVATE KEY', 7)),
  of('pgp key', 'PGP', armour('PGP PRIVATE KEY BLOCK', 20)),
  of('posthog', 'POSTHOG', (d) => `phx_${d.of('mixed', 43)}`),
  of('render', 'RENDER', (d) => `rnd_${d.of('mixed', 28)}`),
  of('jfrog', 'JFROG', (d) => `cmVmdGtu${d.of('mixed', 56)}`),
  of('square access', 'SQUARE_ACCESS', (d) => `EAAA${d.of('mixed', 60)}`),
  of(
    'teams webhook',
    'TEAMS_HOOK',
    (d) =>
      `.webhook.office.com/webhookb2/${uuid(d)}@${uuid(d)}/IncomingWebhook/${d.of('hex', 32)}/${uuid(d)}`,
  ),
  of('shippo', 'SHIPPO', (d) => `shippo_${d.pick(['live', 'test'])}_${d.of('hex', 40)}`),
  of('easypost', 'EASYPOST', (d) => `EZ${d.pick(['A', 'T'])}K${d.of('mixed', 54)}`),
  of('fireworks', 'FIREWORKS', (d) => `fw_${d.of('mixed', 24)}`),
  of('snyk', 'SNYK', (d) => `snyk_uat.${d.of('hex', 8)}.${d.of('mixed', 40)}.${d.of('mixed', 60)}`),
  of('neon', 'NEON', (d) => `napi_${d.of('lower', 64)}`),
  of('vercel', 'VERCEL', (d) => `vcp_${d.of('mixed', 56)}`),
  of('infracost', 'INFRACOST', (d) => `ico-${d.of('mixed', 32)}`),
  of('maxmind', 'MAXMIND', (d) => `${d.of('mixed', 6)}_${d.of('mixed', 29)}_mmk`),
  of('cloudflare origin', 'ORIGIN_CA', (d) => `v1.0-${d.of('hex', 24)}-${d.of('hex', 146)}`),
  of('cloudflare', 'CF', (d) => `cf${d.pick(['k', 'ut', 'at'])}_${d.of('mixed', 48)}`),
  of('voyage', 'VOYAGE', (d) => `pa-${d.of('url', 42)}${d.of('mixed', 1)}`),
  of('lob', 'LOB', (d) => `live_${d.of('hex', 35)}`),
  of('tail of a key', 'TAIL', (d) =>
    armour('RSA PRIVATE KEY', 6)(d).split('\n').slice(1).join('\n'),
  ),
  of('facebook', 'FACEBOOK', (d) => `EAAG${d.of('mixed', 60)}ZC${d.of('mixed', 100)}`),
  ...SERVICE_KINDS,
  ...FURTHER_SERVICE_KINDS,
]
