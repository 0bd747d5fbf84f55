import { inFront } from './in-front.ts'
import type { Rule } from './redaction.types.ts'
import { hasDigit, isMixed, isRandom, shaped, shapedBefore } from './shaped.ts'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Keys of models and of what runs agents. */
const AGENTS: readonly Rule[] = [
  shaped('google', ['AQ.Ab'], 'AQ\\.Ab[A-Za-z0-9_-]{40,90}'),
  // Base64 of `BedrockAPIKey`, short- and long-lived.
  shaped(
    'aws-bedrock',
    ['ABSKQmVkcm9ja0FQSUtleS'],
    'ABSKQmVkcm9ja0FQSUtleS[A-Za-z0-9+/]{60,250}={0,2}',
  ),
  { ...shaped('elevenlabs', ['sk_'], 'sk_[0-9a-f]{48}'), accepts: hasDigit },
  shaped('helicone', ['sk-helicone-'], 'sk-helicone-[a-z0-9]{7}(?:-[a-z0-9]{7}){3}'),
  shaped('context7', ['ctx7sk-'], `ctx7sk-${UUID}`),
  shaped('jina', ['jina_'], 'jina_[0-9a-f]{32}[A-Za-z0-9_-]{28}'),
  { ...shaped('runpod', ['rpa_'], 'rpa_[A-Za-z0-9]{40,60}'), accepts: isRandom },
  shaped('cursor', ['crsr_'], 'crsr_[0-9a-f]{64}'),
  {
    // A hash behind `key_` may be anybody's.
    ...shaped('cursor', ['key_'], 'key_[0-9a-f]{64}'),
    accepts: (_, match) => /cursor/i.test(inFront(match, 200)),
  },
  shaped('apify', ['apify_api_'], 'apify_api_[A-Za-z0-9]{30,50}'),
  shaped('browserbase', ['bb_live_'], 'bb_live_[A-Za-z0-9_-]{24,40}'),
]

/** Keys of what runs programs, stores their data or watches them. */
const PLATFORMS: readonly Rule[] = [
  shaped('vercel', ['vercel_blob_rw_'], 'vercel_blob_rw_[A-Za-z0-9]{12,20}_[A-Za-z0-9]{24,40}'),
  {
    ...shaped('vercel', ['vca_', 'vci_', 'vck_', 'vcr_'], 'vc[aikr]_[A-Za-z0-9]{40,100}'),
    accepts: isRandom,
  },
  shaped('gitlab', ['GR1348941'], 'GR1348941[A-Za-z0-9_-]{20}'),
  shaped('sourcegraph', ['sgp_'], 'sgp_(?:(?:[0-9a-f]{16}|local)_)?[0-9a-f]{40}'),
  shaped('deno', ['ddp_', 'ddo_'], 'dd[op]_[A-Za-z0-9]{36}'),
  shaped(
    'convex',
    ['prod:', 'dev:', 'preview:'],
    '(?:prod|dev|preview):[a-z]{2,20}-[a-z]{2,20}-\\d{1,4}\\|[A-Za-z0-9+/]{40,400}={0,2}',
  ),
  shaped('inngest', ['signkey-'], 'signkey-(?:prod|test|branch)-[0-9a-f]{32,64}'),
  {
    ...shaped(
      'trigger',
      ['tr_prod_', 'tr_dev_', 'tr_stg_', 'tr_preview_'],
      'tr_(?:prod|dev|stg|preview)_[A-Za-z0-9]{20,24}',
    ),
    accepts: isRandom,
  },
  shaped('liveblocks', ['sk_prod_', 'sk_dev_'], 'sk_(?:prod|dev)_[A-Za-z0-9_-]{40,80}'),
  shaped('zuplo', ['zpka_'], 'zpka_[0-9a-f]{32}_[0-9a-f]{8}'),
  shapedBefore('new-relic', 'NRAL', { length: 36, source: '[0-9a-f]{36}NRAL' }),
  shaped(
    'honeycomb',
    ['hcaik_', 'hcaic_', 'hcalk_', 'hcamk_', 'hcxik_', 'hcxlk_', 'hcxmk_'],
    'hc[ax](?:i[kc]|lk|mk)_[a-z0-9]{58}',
  ),
  shaped('launchdarkly', ['sdk-'], `sdk-${UUID}`),
  { ...shaped('tencent', ['AKID'], 'AKID[A-Za-z0-9]{32}'), accepts: isMixed },
  { ...shaped('volcengine', ['AKLT'], 'AKLT[A-Za-z0-9]{40,60}={0,2}'), accepts: isMixed },
  { ...shaped('yandex', ['y0_'], 'y0_[A-Za-z0-9_-]{40,70}'), accepts: isMixed },
  { ...shaped('dropbox', ['sl.'], 'sl\\.(?:u\\.)?[A-Za-z0-9_-]{120,2000}'), accepts: isMixed },
  shaped(
    'paseto',
    ['v1.', 'v2.', 'v3.', 'v4.'].flatMap((v) => [`${v}local.`, `${v}public.`]),
    'v[1-4]\\.(?:local|public)\\.[A-Za-z0-9_-]{60,4000}(?:\\.[A-Za-z0-9_-]{1,1000})?',
  ),
]

/** Keys of payments, people and what they plan. */
const OFFICES: readonly Rule[] = [
  shaped(
    'braintree',
    ['access_token$'],
    'access_token\\$(?:production|sandbox)\\$[a-z0-9]{16}\\$[0-9a-f]{32}',
  ),
  shaped('flutterwave', ['FLWSECK'], 'FLWSECK(?:_TEST)?-[0-9a-f]{12,40}-X'),
  shaped('duffel', ['duffel_'], 'duffel_(?:live|test)_[A-Za-z0-9_-]{43}'),
  shaped('polar', ['polar_'], 'polar_(?:oat|pat|cst)_[A-Za-z0-9]{30,60}'),
  shaped(
    'paddle',
    ['pdl_'],
    'pdl_(?:live|sdbx)_apikey_[a-z0-9]{26}_[A-Za-z0-9]{22}_[A-Za-z0-9]{3}',
  ),
  shaped('stytch', ['secret-'], 'secret-(?:test|live)-[A-Za-z0-9_=-]{36}'),
  shaped('clickup', ['pk_'], 'pk_\\d{6,9}_[A-Z0-9]{32}'),
  shaped('frame-io', ['fio-u-'], 'fio-u-[A-Za-z0-9_=-]{64}'),
  shaped('okta', ['SSWS '], 'SSWS (?<secret>00[A-Za-z0-9_-]{38,42})'),
  { ...shaped('instagram', ['IGQV'], 'IGQV[A-Za-z0-9_-]{100,400}'), accepts: isMixed },
  shaped(
    'twitter',
    ['AAAAAAAAAAAAAAAAAAAAA'],
    'A{21,24}[A-Za-z0-9]{4,30}(?:%(?:25){0,2}[23][A-F]|=)[A-Za-z0-9%]{20,100}',
  ),
]

export const SERVICE_RULES: readonly Rule[] = [...AGENTS, ...PLATFORMS, ...OFFICES]
