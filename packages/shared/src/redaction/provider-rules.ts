import { shannonEntropy } from './entropy.ts'
import type { Rule } from './redaction.types.ts'

/** Keys whose makers gave them a shape of their own: a prefix and an alphabet are proof enough. */
const shaped = (name: string, hints: readonly string[], source: string): Rule => ({
  name,
  hints,
  pattern: new RegExp(`(?<![A-Za-z0-9_])(?:${source})(?![A-Za-z0-9])`, 'g'),
})

const hasDigit = (secret: string): boolean => /\d/.test(secret)

export const PROVIDER_RULES: readonly Rule[] = [
  shaped('aws-key-id', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}'),
  shaped('github', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], 'gh[pousr]_[A-Za-z0-9]{36,255}'),
  shaped('github', ['github_pat_'], 'github_pat_[A-Za-z0-9_]{22,255}'),
  shaped(
    'gitlab',
    ['glpat-', 'glrt-', 'gldt-', 'glptt-', 'glcbt-', 'glsoat-', 'glimt-', 'glagent-', 'glft-'],
    'gl(?:pat|rt|dt|ptt|cbt|soat|imt|agent|ft)-[A-Za-z0-9_.-]{20,300}',
  ),
  shaped('slack', ['xox'], 'xox[abeoprs]-[A-Za-z0-9-]{10,250}'),
  shaped('slack', ['xapp-'], 'xapp-\\d-[A-Za-z0-9-]{10,250}'),
  shaped(
    'slack-webhook',
    ['hooks.slack.com/'],
    'https://hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{20,120}',
  ),
  shaped('stripe', ['sk_live_', 'sk_test_', 'rk_'], '[sr]k_(?:live|test)_[A-Za-z0-9]{10,250}'),
  shaped('stripe', ['whsec_'], 'whsec_[A-Za-z0-9+/=]{24,100}'),
  shaped('google', ['AIza'], 'AIza[A-Za-z0-9_-]{35}'),
  shaped('google', ['GOCSPX-'], 'GOCSPX-[A-Za-z0-9_-]{28}'),
  shaped('google', ['ya29.'], 'ya29\\.[A-Za-z0-9_-]{20,500}'),
  shaped('anthropic', ['sk-ant-'], 'sk-ant-[A-Za-z0-9_-]{20,200}'),
  shaped('openrouter', ['sk-or-'], 'sk-or-(?:v1-)?[A-Za-z0-9]{32,100}'),
  shaped('openai', ['sk-'], 'sk-(?:proj|svcacct|admin|service)-[A-Za-z0-9_-]{20,250}'),
  {
    ...shaped('openai', ['sk-'], 'sk-[A-Za-z0-9]{32,100}'),
    accepts: (secret) => hasDigit(secret) && shannonEntropy(secret) > 3.5,
  },
  shaped('npm', ['npm_'], 'npm_[A-Za-z0-9]{36}'),
  shaped('pypi', ['pypi-'], 'pypi-AgE[A-Za-z0-9_-]{50,500}'),
  shaped('hugging-face', ['hf_'], 'hf_[A-Za-z0-9]{30,60}'),
  shaped('hugging-face', ['api_org_'], 'api_org_[A-Za-z0-9]{30,60}'),
  { ...shaped('twilio', ['SK'], 'SK[0-9a-f]{32}'), trigger: 'SK[0-9a-f]{8}', accepts: hasDigit },
  shaped('sendgrid', ['SG.'], 'SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{16,64}'),
  {
    ...shaped('telegram', [':'], '\\d{8,10}:[A-Za-z0-9_-]{35}'),
    trigger: '\\d{8}:[A-Za-z0-9_-]{8}',
    accepts: looksLikeTelegram,
  },
  shaped('digitalocean', ['_v1_'], 'do[oprt]_v1_[0-9a-f]{64}'),
  shaped('azure', ['8Q~'], '[A-Za-z0-9_~.]{3}8Q~[A-Za-z0-9_~.-]{31,34}'),
  shaped('shopify', ['shp'], 'shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}'),
  shaped('square', ['sq0'], 'sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,43}'),
  shaped('linear', ['lin_'], 'lin_(?:api|oauth)_[A-Za-z0-9]{40,64}'),
  shaped('notion', ['ntn_'], 'ntn_[A-Za-z0-9]{40,60}'),
  shaped('notion', ['secret_'], 'secret_[A-Za-z0-9]{43}'),
  shaped('vault', ['hvs.', 'hvb.'], 'hv[sb]\\.[A-Za-z0-9_-]{24,300}'),
  shaped('terraform', ['.atlasv1.'], '[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{60,100}'),
  shaped('databricks', ['dapi'], 'dapi[0-9a-f]{32}(?:-\\d)?'),
  shaped('docker-hub', ['dckr_'], 'dckr_(?:pat|oat)_[A-Za-z0-9_-]{27,64}'),
  shaped('doppler', ['dp.'], 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9.]{40,80}'),
  shaped('planetscale', ['pscale_'], 'pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,64}'),
  shaped('supabase', ['sbp_'], 'sbp_[0-9a-f]{40}'),
  shaped('supabase', ['sb_secret_'], 'sb_secret_[A-Za-z0-9_-]{20,60}'),
  shaped('mailgun', ['key-'], 'key-[0-9a-f]{32}'),
  shaped('mailchimp', ['-us'], '[0-9a-f]{32}-us\\d{1,2}'),
  {
    ...shaped('discord', ['.'], '[MNO][A-Za-z\\d]{23,25}\\.[\\w-]{6}\\.[\\w-]{27,40}'),
    trigger: '\\.[\\w-]{6}\\.[\\w-]{27}',
  },
  shaped(
    'discord-webhook',
    ['/api/webhooks/'],
    'https://(?:ptb\\.|canary\\.)?discord(?:app)?\\.com/api/webhooks/\\d{16,20}/[\\w-]{50,90}',
  ),
  shaped('age', ['AGE-SECRET-KEY-'], 'AGE-SECRET-KEY-1[0-9A-Z]{58}'),
  shaped(
    'grafana',
    ['glsa_', 'glc_'],
    '(?:glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}|glc_[A-Za-z0-9+/=]{32,400})',
  ),
  shaped('new-relic', ['NRAK-'], 'NRAK-[A-Z0-9]{27}'),
  shaped('sentry', ['sntry'], 'sntry[su]_[A-Za-z0-9+/=_-]{40,400}'),
  shaped('groq', ['gsk_'], 'gsk_[A-Za-z0-9]{40,60}'),
  shaped('xai', ['xai-'], 'xai-[A-Za-z0-9]{60,100}'),
  shaped('perplexity', ['pplx-'], 'pplx-[A-Za-z0-9]{40,60}'),
  { ...shaped('replicate', ['r8_'], 'r8_[A-Za-z0-9]{37,40}'), accepts: hasDigit },
  shaped('figma', ['figd_'], 'figd_[A-Za-z0-9_-]{40,60}'),
  shaped('postman', ['PMAK-'], 'PMAK-[0-9a-f]{24}-[0-9a-f]{34}'),
  shaped('atlassian', ['ATATT3', 'ATBB', 'ATCTT3'], 'AT(?:ATT3|CTT3|BB)[A-Za-z0-9_=-]{24,300}'),
  shaped('1password', ['ops_eyJ'], 'ops_eyJ[A-Za-z0-9+/=_-]{100,2000}'),
  shaped(
    '1password',
    ['A3-'],
    'A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}',
  ),
  shaped('teamlore', ['tlk_'], 'tlk_[A-Za-z0-9_-]{20,100}'),
]

/** Times such as `12345678:…` are many, random 35-character tails are not. */
function looksLikeTelegram(secret: string): boolean {
  const tail = secret.slice(secret.indexOf(':') + 1)
  return /\d/.test(tail) && /[a-z]/.test(tail) && /[A-Z]/.test(tail) && shannonEntropy(tail) > 3.5
}
