import type { Dice } from './dice.ts'
import type { ShapedKind } from './shaped-secrets.types.ts'

const of = (kind: string, variable: string, make: ShapedKind['make']): ShapedKind => ({
  kind,
  variable,
  make,
})

const uuid = (d: Dice): string => [8, 4, 4, 4, 12].map((length) => d.of('hex', length)).join('-')
const base32 = (d: Dice, length: number): string => d.of('upper', length).replace(/[0189]/g, 'K')

/** Further keys of `vendor-keys.ts`. */
export const FURTHER_SERVICE_KINDS: readonly ShapedKind[] = [
  of('wandb', 'WANDB', (d) => `wandb_v1_${d.of('mixed', 70)}`),
  of('warp', 'WARP', (d) => `wk-1.${d.of('hex', 64)}`),
  of('devin', 'DEVIN', (d) => `cog_${d.of('lower', 52)}`),
  of('amp', 'AMP', (d) => `sgamp_user_${d.of('upper', 26)}_${d.of('hex', 64)}`),
  of('factory', 'FACTORY', (d) => `fk-${d.of('mixed', 20)}-${d.of('mixed', 43)}`),
  of('logfire', 'LOGFIRE', (d) => `pylf_v1_eu_${d.of('mixed', 43)}`),
  of('jsr', 'JSR', (d) => `jsrp_${d.of('mixed', 44)}`),
  of(
    'infisical',
    'INFISICAL',
    (d) => `st.${d.of('hex', 24)}.${d.of('hex', 32)}.${d.of('hex', 32)}`,
  ),
  of('axiom', 'AXIOM', (d) => `xaat-${uuid(d)}`),
  of(
    'harness',
    'HARNESS',
    (d) => `pat.${d.of('mixed', 22)}.${d.of('hex', 24)}.${d.of('mixed', 20)}`,
  ),
  of('azure devops', 'AZURE_DEVOPS', (d) => `${d.of('mixed', 76)}AZDO${d.of('mixed', 4)}`),
  of('yandex cloud', 'YC', (d) => `AQVN${d.of('mixed', 35)}`),
  of('scalingo', 'SCALINGO', (d) => `tk-us-${d.of('mixed', 48)}`),
  of('openshift', 'OC', (d) => `sha256~${d.of('mixed', 43)}`),
  of('k3s', 'K3S', (d) => `K10${d.of('hex', 64)}::server:${d.of('hex', 32)}`),
  of('firebase', 'FCM', (d) => `${d.of('mixed', 11)}:APA91b${d.of('mixed', 134)}`),
  of('cockroach', 'CCDB', (d) => `CCDB1_${d.of('mixed', 22)}_${d.of('mixed', 40)}`),
  of('aiven', 'AIVEN', (d) => `AVNS_${d.of('mixed', 19)}`),
  of('atlas', 'ATLAS', (d) => `mdb_sa_sk_${d.of('mixed', 40)}`),
  of('tinybird', 'TINYBIRD', (d) => `p.eyJ${d.of('mixed', 80)}.${d.of('mixed', 43)}`),
  of('login with amazon', 'LWA', (d) => `amzn1.oa2-cs.v1.${d.of('hex', 64)}`),
  of('wakatime', 'WAKATIME', (d) => `waka_${uuid(d)}`),
  of('cal', 'CAL', (d) => `cal_live_${d.of('hex', 32)}`),
  of('dub', 'DUB', (d) => `dub_${d.of('mixed', 22)}a4`),
  of('xendit', 'XENDIT', (d) => `xnd_production_${d.of('mixed', 56)}`),
  of('mollie', 'MOLLIE', (d) => `live_${d.of('mixed', 26)}aK4z`),
  of('asana', 'ASANA', (d) => `2/12${d.of('digits', 14)}/${d.of('digits', 16)}:${d.of('hex', 32)}`),
  of('mailersend', 'MAILERSEND', (d) => `mlsn.${d.of('hex', 64)}`),
  of('klaviyo', 'KLAVIYO', (d) => `pk_${d.of('hex', 33)}7`),
  of('mercado pago', 'MP', (d) => {
    const [app, day, user] = [d.of('digits', 16), d.of('digits', 6), d.of('digits', 9)]
    return `APP_USR-${app}-${day}-${d.of('hex', 32)}-${user}`
  }),
  of('telnyx', 'TELNYX', (d) => `KEY0${d.of('hex', 31).toUpperCase()}_${d.of('mixed', 22)}`),
  of('minisign', 'MINISIGN', (d) => `RWRTY0Iy${d.of('mixed', 124)}`),
  of('nostr', 'NOSTR', (d) => `nsec1${d.of('lower', 58)}`),
  of('nats', 'NATS', (d) => `SUA${base32(d, 52)}2K7`),
  of('extended key', 'WALLET', (d) => `xprv${d.of('mixed', 107).replace(/[0OIl]/g, 'z')}`),
]
