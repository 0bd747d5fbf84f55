import type { Dice } from './dice.ts'
import type { ShapedKind } from './shaped-secrets.types.ts'

const of = (kind: string, variable: string, make: ShapedKind['make']): ShapedKind => ({
  kind,
  variable,
  make,
})

const uuid = (d: Dice): string => [8, 4, 4, 4, 12].map((length) => d.of('hex', length)).join('-')
const seven = (d: Dice): string => d.of('lower', 7)

/** Keys of younger makers, and of those that came late to the table. */
export const SERVICE_KINDS: readonly ShapedKind[] = [
  of('gemini', 'GEMINI', (d) => `AQ.Ab${d.of('url', 47)}a`),
  of('bedrock', 'BEDROCK', (d) => `ABSKQmVkcm9ja0FQSUtleS${d.of('mixed', 110)}`),
  of('elevenlabs', 'ELEVENLABS', (d) => `sk_${d.of('hex', 47)}7`),
  of('helicone', 'HELICONE', (d) => `sk-helicone-${[1, 2, 3, 4].map(() => seven(d)).join('-')}`),
  of('context7', 'CONTEXT7', (d) => `ctx7sk-${uuid(d)}`),
  of('jina', 'JINA', (d) => `jina_${d.of('hex', 32)}${d.of('mixed', 28)}`),
  of('runpod', 'RUNPOD', (d) => `rpa_${d.of('upper', 40)}4a`),
  of('cursor', 'CURSOR', (d) => `crsr_${d.of('hex', 64)}`),
  of('apify', 'APIFY', (d) => `apify_api_${d.of('mixed', 36)}`),
  of('browserbase', 'BROWSERBASE', (d) => `bb_live_${d.of('mixed', 27)}`),
  of('vercel blob', 'BLOB', (d) => `vercel_blob_rw_${d.of('mixed', 16)}_${d.of('mixed', 30)}`),
  of('vercel gateway', 'GATEWAY', (d) => `vck_${d.of('mixed', 55)}4`),
  of('gitlab runner', 'RUNNER', (d) => `GR1348941${d.of('mixed', 20)}`),
  of('gitlab flags', 'FLAGS', (d) => `glffct-${d.of('mixed', 20)}`),
  of('sourcegraph', 'SRC', (d) => `sgp_${d.of('hex', 16)}_${d.of('hex', 40)}`),
  of('deno', 'DENO', (d) => `dd${d.pick(['p', 'o'])}_${d.of('mixed', 36)}`),
  of('convex', 'CONVEX', (d) => `prod:happy-cat-123|${d.of('mixed', 80)}`),
  of('inngest', 'INNGEST', (d) => `signkey-prod-${d.of('hex', 64)}`),
  of('trigger', 'TRIGGER', (d) => `tr_prod_${d.of('mixed', 19)}4`),
  of('liveblocks', 'LIVEBLOCKS', (d) => `sk_prod_${d.of('mixed', 60)}`),
  of('zuplo', 'ZUPLO', (d) => `zpka_${d.of('hex', 32)}_${d.of('hex', 8)}`),
  of('new relic licence', 'LICENCE', (d) => `${d.of('hex', 36)}NRAL`),
  of('honeycomb', 'HONEYCOMB', (d) => `hcaik_01${d.of('lower', 56)}`),
  of('launchdarkly', 'LAUNCHDARKLY', (d) => `sdk-${uuid(d)}`),
  of('tencent', 'TENCENT', (d) => `AKID${d.of('mixed', 32)}`),
  of('volcengine', 'VOLCENGINE', (d) => `AKLT${d.of('mixed', 43)}`),
  of('yandex', 'YANDEX', (d) => `y0_${d.of('mixed', 55)}`),
  of('dropbox', 'DROPBOX', (d) => `sl.${d.of('mixed', 140)}`),
  of('paseto', 'PASETO', (d) => `v${d.pick(['2', '4'])}.local.${d.of('mixed', 120)}`),
  of(
    'braintree',
    'BRAINTREE',
    (d) => `access_token$production$${d.of('lower', 16)}$${d.of('hex', 32)}`,
  ),
  of('flutterwave', 'FLUTTERWAVE', (d) => `FLWSECK_TEST-${d.of('hex', 32)}-X`),
  of('duffel', 'DUFFEL', (d) => `duffel_live_${d.of('mixed', 43)}`),
  of('polar', 'POLAR', (d) => `polar_oat_${d.of('mixed', 43)}`),
  of(
    'paddle',
    'PADDLE',
    (d) => `pdl_live_apikey_01${d.of('lower', 24)}_${d.of('mixed', 22)}_${d.of('mixed', 3)}`,
  ),
  of('stytch', 'STYTCH', (d) => `secret-live-${d.of('mixed', 36)}`),
  of('clickup', 'CLICKUP', (d) => `pk_${d.of('digits', 8)}_${d.of('upper', 32)}`),
  of('frame.io', 'FRAMEIO', (d) => `fio-u-${d.of('mixed', 64)}`),
  of('instagram', 'INSTAGRAM', (d) => `IGQV${d.of('mixed', 150)}`),
  of('twitter', 'TWITTER', (d) => `${'A'.repeat(21)}${d.of('digits', 20)}%3D${d.of('mixed', 50)}`),
]
