import { FURTHER_SERVICE_RULES } from './further-service-rules.ts'
import { inFront } from './in-front.ts'
import { isMadeOfWords } from './placeholders.ts'
import type { Rule } from './redaction.types.ts'
import { SERVICE_RULES } from './service-rules.ts'
import { hasDigit, isMixed, isRandom, isWordless, shaped, shapedBefore } from './shaped.ts'
import { BEGINS_HERE } from './surroundings.ts'

const CLOUD: readonly Rule[] = [
  {
    ...shaped('aws-key-id', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], 'A(?:KI|SI|BI|CC)A[A-Z0-9]{16}'),
    // The key of the documentation of its maker, which half of all examples show.
    accepts: (secret) => !secret.endsWith('EXAMPLE'),
  },
  shaped('google', ['AIza'], 'AIza[A-Za-z0-9_-]{35}'),
  shaped('google', ['GOCSPX-'], 'GOCSPX-[A-Za-z0-9_-]{28}'),
  shaped('google', ['ya29.'], 'ya29\\.[A-Za-z0-9_-]{20,500}'),
  shaped('google', ['1//0'], '1//0[A-Za-z0-9_-]{40,200}'),
  shapedBefore('azure', 'Q~', {
    length: 4,
    source: '[A-Za-z0-9_~.]{3}\\dQ~[A-Za-z0-9_~.-]{31,34}',
  }),
  shaped('alibaba', ['LTAI'], 'LTAI[A-Za-z0-9]{12,24}'),
  shaped('digitalocean', ['doo_v1_', 'dop_v1_', 'dor_v1_', 'dot_v1_'], 'do[oprt]_v1_[0-9a-f]{64}'),
  shaped('heroku', ['HRKU-'], 'HRKU-[A-Za-z0-9_-]{36,70}'),
  shaped('fly', ['fo1_', 'fm1', 'fm2_'], 'f(?:o1_|m1[ar]_|m2_)[A-Za-z0-9+/=_-]{40,1000}'),
  shaped('netlify', ['nfp_', 'nfc_', 'nfo_', 'nfb_', 'nfu_'], 'nf[pcobu]_[A-Za-z0-9]{36}'),
  shapedBefore('terraform', '.atlasv1.', {
    length: 14,
    source: '[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{60,100}',
  }),
  shaped('pulumi', ['pul-'], 'pul-[0-9a-f]{40}'),
  shaped('vault', ['hvs.', 'hvb.', 'hvr.'], 'hv[sbr]\\.[A-Za-z0-9_-]{24,300}'),
  shaped('doppler', ['dp.'], 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9.]{40,80}'),
  shaped('tailscale', ['tskey-'], 'tskey-[a-z]{3,12}-[A-Za-z0-9-]{20,80}'),
  shaped('cloudflare', ['cfk_', 'cfut_', 'cfat_'], 'cf(?:k|ut|at)_[A-Za-z0-9_-]{40,60}'),
  shaped('cloudflare', ['v1.0-'], 'v1\\.0-[0-9a-f]{24}-[0-9a-f]{146}'),
  { ...shaped('neon', ['napi_'], 'napi_[A-Za-z0-9]{30,100}'), accepts: isRandom },
  { ...shaped('vercel', ['vcp_'], 'vcp_[A-Za-z0-9]{20,100}'), accepts: isRandom },
  { ...shaped('infracost', ['ico-'], 'ico-[A-Za-z0-9]{32}'), accepts: isMixed },
  shaped('databricks', ['dapi'], 'dapi[0-9a-f]{32}(?:-\\d)?'),
]

const CODE: readonly Rule[] = [
  shaped('github', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], 'gh[pousr]_[A-Za-z0-9]{36,255}'),
  shaped('github', ['github_pat_'], 'github_pat_[A-Za-z0-9_]{22,255}'),
  shaped(
    'gitlab',
    [
      'glpat-',
      'glrt-',
      'gldt-',
      'glptt-',
      'glcbt-',
      'glsoat-',
      'glimt-',
      'glagent-',
      'glft-',
      'glffct-',
      'glwt-',
      'gloas-',
    ],
    'gl(?:pat|rt|dt|ptt|cbt|soat|imt|agent|ft|ffct|wt|oas)-[A-Za-z0-9_.-]{20,300}',
  ),
  shaped('atlassian', ['ATATT3', 'ATBB', 'ATCTT3'], 'AT(?:ATT3|CTT3|BB)[A-Za-z0-9_=-]{24,300}'),
  shaped('npm', ['npm_'], 'npm_[A-Za-z0-9]{36}'),
  shaped('pypi', ['pypi-'], 'pypi-AgE[A-Za-z0-9_-]{50,500}'),
  shaped('rubygems', ['rubygems_'], 'rubygems_[0-9a-f]{48}'),
  { ...shaped('crates-io', ['cio'], 'cio[A-Za-z0-9]{32}'), accepts: isRandom },
  shaped('nuget', ['oy2'], 'oy2[a-z0-9]{43}'),
  shaped('clojars', ['CLOJARS_'], 'CLOJARS_[0-9a-f]{60}'),
  shaped('artifactory', ['cmVmdGtu'], 'cmVmdGtu[A-Za-z0-9+/]{50,80}'),
  shaped('snyk', ['snyk_'], 'snyk_[us]at\\.[A-Za-z0-9]{8}\\.[\\w-]{1,400}\\.[\\w-]{8,400}'),
  shaped('artifactory', ['AKCp'], 'AKCp[A-Za-z0-9]{60,80}'),
  shaped('docker-hub', ['dckr_'], 'dckr_(?:pat|oat)_[A-Za-z0-9_-]{27,64}'),
  shaped('buildkite', ['bkua_', 'bkct_', 'bkat_'], 'bk(?:ua|ct|at)_[0-9A-Za-z]{40,64}'),
  shaped('circleci', ['CCIPAT_', 'CCIPRJ_'], 'CCIP(?:AT|RJ)_[A-Za-z0-9_]{20,100}'),
  shaped('sonarqube', ['sqp_', 'squ_', 'sqa_'], 'sq[pua]_[0-9a-f]{40}'),
  shaped('postman', ['PMAK-'], 'PMAK-[0-9a-f]{24}-[0-9a-f]{34}'),
  shaped('postman', ['PMAT-'], 'PMAT-[0-9A-Z]{26}'),
  shaped('planetscale', ['pscale_'], 'pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,64}'),
  shaped('supabase', ['sbp_'], 'sbp_[0-9a-f]{40}'),
  shaped('supabase', ['sb_secret_'], 'sb_secret_[A-Za-z0-9_-]{20,60}'),
  shaped(
    'grafana',
    ['glsa_', 'glc_'],
    '(?:glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}|glc_[A-Za-z0-9+/=]{32,400})',
  ),
  shaped('new-relic', ['NRAK-'], 'NRAK-[A-Z0-9]{27}'),
  shaped('sentry', ['sntry'], 'sntry[su]_[A-Za-z0-9+/=_-]{40,400}'),
  shaped('dynatrace', ['dt0'], 'dt0[a-z]\\d{2}\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}'),
  shaped('posthog', ['phx_'], 'phx_[A-Za-z0-9]{30,80}'),
  shaped('render', ['rnd_'], 'rnd_[A-Za-z0-9]{28,60}'),
  shaped('prefect', ['pnu_'], 'pnu_[A-Za-z0-9]{36}'),
  shaped('teamlore', ['tlk_'], 'tlk_[A-Za-z0-9_-]{20,100}'),
]

const MODELS: readonly Rule[] = [
  shaped('anthropic', ['sk-ant-'], 'sk-ant-[A-Za-z0-9_-]{20,200}'),
  shaped('openrouter', ['sk-or-'], 'sk-or-(?:v1-)?[A-Za-z0-9]{32,100}'),
  shaped('langfuse', ['sk-lf-'], 'sk-lf-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'),
  shaped('openai', ['sk-'], 'sk-(?:proj|svcacct|admin|service)-[A-Za-z0-9_-]{20,250}'),
  { ...shaped('openai', ['sk-'], 'sk-[A-Za-z0-9]{32,100}'), accepts: isRandom },
  shaped('langsmith', ['lsv2_'], 'lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}'),
  shaped('hugging-face', ['hf_'], 'hf_[A-Za-z0-9]{30,60}'),
  shaped('hugging-face', ['api_org_'], 'api_org_[A-Za-z0-9]{30,60}'),
  { ...shaped('fireworks', ['fw_'], 'fw_[A-Za-z0-9]{20,64}'), accepts: isRandom },
  shaped('groq', ['gsk_'], 'gsk_[A-Za-z0-9]{40,60}'),
  shaped('xai', ['xai-'], 'xai-[A-Za-z0-9]{60,100}'),
  shaped('perplexity', ['pplx-'], 'pplx-[A-Za-z0-9]{40,60}'),
  { ...shaped('replicate', ['r8_'], 'r8_[A-Za-z0-9]{37,40}'), accepts: hasDigit },
  shaped('nvidia', ['nvapi-'], 'nvapi-[A-Za-z0-9_-]{60,70}'),
  { ...shaped('cerebras', ['csk-'], 'csk-[a-z0-9]{40,60}'), accepts: isRandom },
  shaped('together', ['tgp_v1_'], 'tgp_v1_[A-Za-z0-9_-]{40,60}'),
  shaped('tavily', ['tvly-'], 'tvly-(?:dev-|prod-)?[A-Za-z0-9]{28,40}'),
  shaped('firecrawl', ['fc-'], 'fc-[0-9a-f]{32}'),
  shaped('e2b', ['e2b_'], 'e2b_[0-9a-f]{40}'),
  {
    // Two letters and a dash begin much else, also a piece of base64 that goes on in front of them.
    ...shaped('voyage', ['pa-'], '(?<![A-Za-z0-9_=][-/.+~])pa-[A-Za-z0-9_-]{40,50}(?![_-])'),
    accepts: (secret, match) =>
      isMixed(secret) && (isWordless(secret) || /voyage/i.test(inFront(match, 200))),
  },
  shaped('pinecone', ['pcsk_'], 'pcsk_[A-Za-z0-9_]{60,80}'),
]

const TALK: readonly Rule[] = [
  {
    // `xoxb-your-token`
    ...shaped('slack', ['xox'], 'xox(?:[abceoprs]|e\\.xox[bp])-[A-Za-z0-9-]{10,250}'),
    accepts: hasDigit,
  },
  // What a browser keeps: percent signs in it when it was copied out of a cookie.
  shaped('slack', ['xoxd-'], 'xoxd-[A-Za-z0-9%/+=_-]{10,400}'),
  shaped('slack', ['xapp-'], 'xapp-\\d-[A-Za-z0-9-]{10,250}'),
  shaped(
    'slack-webhook',
    ['https://hooks.slack.com/'],
    'https://hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{20,120}',
  ),
  {
    name: 'teams-webhook',
    anchors: ['.webhook.office.com/'],
    pattern:
      /\.webhook\.office\.com\/webhookb2\/[\w-]{36}@[\w-]{36}\/IncomingWebhook\/[0-9a-z]{32}\/[\w-]{36}(?:\/[\w-]{20,80})?/y,
  },
  {
    name: 'telegram',
    anchors: [':A'],
    // Its address has `bot` right in front of it.
    pattern: new RegExp(
      `(?<=${BEGINS_HERE}(?:bot)?)\\d{8,10}:A[A-Za-z0-9_-]{34}(?![A-Za-z0-9])`,
      'y',
    ),
    startOf: digitsBefore,
    accepts: (secret) => isRandom(secret.slice(secret.indexOf(':') + 1)),
  },
  shaped(
    'discord',
    beginningsOfDiscordIds(),
    '[MNO][A-Za-z\\d]{22,27}\\.[\\w-]{6}\\.[\\w-]{27,40}',
  ),
  ...['https://discord', 'https://ptb.discord', 'https://canary.discord'].map((host) =>
    shaped(
      'discord-webhook',
      [host],
      'https://(?:ptb\\.|canary\\.)?discord(?:app)?\\.com/api/(?:v\\d{1,2}/)?webhooks/\\d{16,20}/[\\w-]{50,90}',
    ),
  ),
  { ...shaped('twilio', ['SK'], 'SK[0-9a-f]{32}'), accepts: hasDigit },
  shaped('sendgrid', ['SG.'], 'SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{16,64}'),
  shaped('brevo', ['xkeysib-', 'xsmtpsib-'], 'x(?:key|smtp)sib-[0-9a-f]{64}-[A-Za-z0-9]{16}'),
  shaped('mailgun', ['key-'], 'key-[0-9a-f]{32}'),
  shapedBefore('mailchimp', '-us', { length: 32, source: '[0-9a-f]{32}-us\\d{1,2}' }),
  shaped('resend', ['re_'], 're_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}'),
]

const BUSINESS: readonly Rule[] = [
  shaped(
    'stripe',
    ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'],
    '[sr]k_(?:live|test)_[A-Za-z0-9]{10,250}',
  ),
  shaped('stripe', ['whsec_'], 'whsec_[A-Za-z0-9+/=]{24,100}'),
  shaped('shopify', ['shp'], 'shp(?:at|ca|pa|ss|ua|tka)_[0-9a-fA-F]{32}'),
  shaped('square', ['sq0'], 'sq0(?:atp|csp)-[A-Za-z0-9_-]{22,43}'),
  {
    // Zeros look the same in base64.
    ...shaped('square', ['EAAA'], '(?<!/|(?<!_)_)EAAA[A-Za-z0-9_-]{60}(?![+/=_-])'),
    accepts: isMixed,
  },
  {
    // Base64 without its signs: Z and a letter stand for each of them.
    ...shaped('facebook', ['EAA'], '(?<![/_])EAA[A-Za-z0-9]{90,400}(?![+/=_-])'),
    accepts: (secret) => isMixed(secret) && /Z[A-D]/.test(secret.slice(3)),
  },
  shaped('shippo', ['shippo_'], 'shippo_(?:live|test)_[0-9a-f]{40}'),
  shaped('easypost', ['EZAK', 'EZTK'], 'EZ[AT]K[A-Za-z0-9]{54}'),
  shaped('lob', ['live_', 'test_'], '(?:live|test)_[0-9a-f]{35}'),
  shapedBefore('maxmind', '_mmk', { length: 36, source: '[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk' }),
  shaped('plaid', ['access-'], 'access-(?:sandbox|development|production)-[0-9a-f-]{36}'),
  shaped('linear', ['lin_'], 'lin_(?:api|oauth|wh)_[A-Za-z0-9]{40,64}'),
  shaped('notion', ['ntn_'], 'ntn_[A-Za-z0-9]{40,60}'),
  shaped('notion', ['secret_'], 'secret_[A-Za-z0-9]{43}'),
  shaped('airtable', ['pat'], 'pat[A-Za-z0-9]{14}\\.[0-9a-f]{64}'),
  shaped('hubspot', ['pat-'], 'pat-(?:na|eu|ap)\\d-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'),
  shaped('typeform', ['tfp_'], 'tfp_[A-Za-z0-9_.=-]{40,60}'),
  shaped('contentful', ['CFPAT-'], 'CFPAT-[A-Za-z0-9_-]{43}'),
  shaped('readme', ['rdme_'], 'rdme_[a-z0-9]{70}'),
  shaped('figma', ['figd_'], 'figd_[A-Za-z0-9_-]{40,60}'),
  shaped('mapbox', ['sk.eyJ'], 'sk\\.eyJ[A-Za-z0-9_-]{40,200}\\.[A-Za-z0-9_-]{20,24}'),
  shaped('age', ['AGE-SECRET-KEY-'], 'AGE-SECRET-KEY-1[0-9A-Z]{58}'),
  shaped('1password', ['ops_eyJ'], 'ops_eyJ[A-Za-z0-9+/=_-]{100,2000}'),
  shaped(
    '1password',
    ['A3-'],
    'A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}',
  ),
]

/** Behind an underscore, names go on as well: `SALES_ASIAPACIFICANDJAPANX`. A key is none of words. */
const orNameGoesOn = (rule: Rule): Rule => ({
  ...rule,
  accepts: (secret, match) =>
    rule.accepts?.(secret, match) !== false &&
    (!/(?:^|[^_])_$/.test(inFront(match, 2)) ||
      (isRandom(secret) && !isMadeOfWords(secret.replace(/:\/\/|\./g, '-')))),
})

export const PROVIDER_RULES: readonly Rule[] = [
  ...CLOUD,
  ...CODE,
  ...MODELS,
  ...TALK,
  ...BUSINESS,
  ...SERVICE_RULES,
  ...FURTHER_SERVICE_RULES,
].map(orNameGoesOn)

/** A bot's number stands in front of the colon. */
function digitsBefore(text: string, colon: number): number {
  let start = colon
  while (start > 0 && colon - start < 11 && isDigit(text.charCodeAt(start - 1))) start--
  return start
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** The first part is the base64 of a decimal number, of which the first three characters take few forms. */
function beginningsOfDiscordIds(): string[] {
  const beginnings: string[] = []
  for (const [first, seconds] of [
    ['M', 'Tjz'],
    ['N', 'DTjz'],
    ['O', 'DT'],
  ] as const)
    for (const second of seconds)
      for (const third of 'AEIMQUYcgk') beginnings.push(first + second + third)
  return beginnings
}
