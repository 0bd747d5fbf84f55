import { inFront } from './in-front.ts'
import { isMadeOfWords } from './placeholders.ts'
import type { Rule } from './redaction.types.ts'
import { hasDigit, isMixed, isRandom, shaped, shapedBefore } from './shaped.ts'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const isKey = (secret: string): boolean => isRandom(secret) && !isMadeOfWords(secret)

/** Keys of what answers for models, and of agents that write code. */
const AGENTS: readonly Rule[] = [
  shaped('weights-and-biases', ['wandb_v1_'], 'wandb_v1_[A-Za-z0-9_]{60,100}'),
  shaped('warp', ['wk-1.'], 'wk-1\\.[0-9a-f]{64}'),
  { ...shaped('devin', ['cog_'], 'cog_[a-z0-9]{52}'), accepts: isRandom },
  shaped('amp', ['sgamp_'], 'sgamp_user_[0-9A-Z]{26}_[0-9a-f]{64}'),
  { ...shaped('factory', ['fk-'], 'fk-[A-Za-z0-9_-]{20}-[A-Za-z0-9_-]{43}'), accepts: isMixed },
  {
    ...shaped('modal', ['ak-', 'as-'], 'a[ks]-[A-Za-z0-9]{22}'),
    accepts: (secret, match) => isMixed(secret) && /modal/i.test(inFront(match, 200)),
  },
  shaped('lambda', ['secret_'], 'secret_[\\w-]{1,60}_[0-9a-f]{32}\\.[A-Za-z0-9]{32}'),
  { ...shaped('cartesia', ['sk_car_'], 'sk_car_[A-Za-z0-9_-]{20,60}'), accepts: isKey },
  { ...shaped('windsurf', ['sk-ws-'], 'sk-ws-\\d{2}-[A-Za-z0-9_-]{40,120}'), accepts: isMixed },
  shaped('logfire', ['pylf_v'], 'pylf_v\\d_[a-z]{2}_[A-Za-z0-9]{40,60}'),
  { ...shaped('unkey', ['unkey_'], 'unkey_[A-Za-z0-9]{20,40}'), accepts: isKey },
  shaped('langsmith', ['ls__'], 'ls__[0-9a-f]{32}'),
]

/** Keys of what runs programs and keeps their data. */
const PLATFORMS: readonly Rule[] = [
  { ...shaped('jsr', ['jsrp_', 'jsrd_'], 'jsr[pd]_[A-Za-z0-9]{40,60}'), accepts: isRandom },
  shaped('infisical', ['st.'], 'st\\.(?:[0-9a-f]{24}|[0-9a-f-]{36})\\.[0-9a-f]{32}\\.[0-9a-f]{32}'),
  shaped('axiom', ['xaat-', 'xapt-'], `xa[ap]t-${UUID}`),
  shaped(
    'harness',
    ['pat.', 'sat.'],
    '[ps]at\\.[A-Za-z0-9_-]{22}\\.[0-9a-f]{24}\\.[A-Za-z0-9]{20}',
  ),
  shapedBefore('azure-devops', 'AZDO', { length: 76, source: '[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}' }),
  { ...shaped('yandex', ['AQVN'], 'AQVN[A-Za-z0-9_-]{35,38}'), accepts: isMixed },
  {
    ...shaped(
      'ory',
      ['ry_pat_', 'ry_at_', 'ry_rt_', 'ry_ac_'],
      'ory_(?:pat|at|rt|ac)_[A-Za-z0-9_-]{30,90}',
    ),
    startOf: (_, at) => at - 1,
    accepts: isKey,
  },
  { ...shaped('scalingo', ['tk-us-'], 'tk-us-[A-Za-z0-9_-]{48}'), accepts: isMixed },
  { ...shaped('openshift', ['sha256~'], 'sha256~[A-Za-z0-9_-]{43}'), accepts: isMixed },
  shaped('k3s', ['K10'], 'K10[0-9a-f]{64}::(?:[\\w.-]{1,60}:)?[0-9a-z]{16,64}'),
  shapedBefore('firebase', ':APA91b', { length: 11, source: '[\\w-]{11}:APA91b[\\w-]{100,160}' }),
  shaped('cockroach', ['CCDB1_'], 'CCDB1_[A-Za-z0-9]{22}_[A-Za-z0-9]{40}'),
  { ...shaped('aiven', ['AVNS_'], 'AVNS_[A-Za-z0-9_-]{15,24}'), accepts: hasDigit },
  shaped('mongodb-atlas', ['mdb_sa_sk_'], 'mdb_sa_sk_[A-Za-z0-9_-]{40}'),
  { ...shaped('confluent', ['cflt'], 'cflt[A-Za-z0-9+/]{60}'), accepts: isMixed },
  { ...shaped('xata', ['xau_'], 'xau_[A-Za-z0-9]{30,60}'), accepts: isMixed },
  {
    ...shaped('dbt', ['dbtc_', 'dbtu_', 'dbts_'], 'dbt[cus]_[A-Za-z0-9_-]{20,80}'),
    accepts: isKey,
  },
  { ...shaped('statsig', ['secret-'], 'secret-[A-Za-z0-9]{40,60}'), accepts: isMixed },
  { ...shaped('grafana', ['eyJrIjoi'], 'eyJrIjoi[A-Za-z0-9+/]{60,200}={0,2}'), accepts: isMixed },
  { ...shaped('bitbucket', ['BBDC-'], 'BBDC-[A-Za-z0-9+/@_-]{40,60}'), accepts: isMixed },
  { ...shaped('tinybird', ['p.eyJ'], 'p\\.eyJ[\\w-]{40,400}\\.[\\w-]{40,60}'), accepts: isMixed },
  shaped('amazon', ['amzn1.oa2-cs.'], 'amzn1\\.oa2-cs\\.v1\\.[0-9a-f]{64}'),
  shaped('amazon', ['amzn.mws.'], `amzn\\.mws\\.${UUID}`),
  {
    ...shapedBefore('unleash', ':development.', {
      ...{ length: 1, source: '[*\\w]:development\\.[0-9a-f]{50,64}' },
    }),
  },
]

/** Keys of what people, letters and payments go through. */
const OFFICES: readonly Rule[] = [
  shaped('wakatime', ['waka_'], `waka_${UUID}`),
  {
    ...shapedBefore('cal', '_live_', { length: 3, source: 'cal_live_[0-9a-f]{32}' }),
    accepts: hasDigit,
  },
  { ...shaped('dub', ['dub_'], 'dub_[A-Za-z0-9]{24}'), accepts: isMixed },
  { ...shaped('nightfall', ['NF-'], 'NF-[A-Za-z0-9]{32}'), accepts: isMixed },
  {
    ...shaped('svix', ['sk_'], '(?:test)?sk_[A-Za-z0-9_-]{24,60}\\.(?:eu|us|in|ca|au)'),
    accepts: isMixed,
  },
  {
    ...shaped('svix', ['testsk_'], 'testsk_[A-Za-z0-9_-]{24,60}(?:\\.[a-z]{2})?'),
    accepts: isMixed,
  },
  {
    ...shaped('xendit', ['xnd_'], 'xnd_(?:production|development)_[A-Za-z0-9]{40,80}'),
    accepts: isRandom,
  },
  { ...shaped('mollie', ['live_', 'test_'], '(?:live|test)_[A-Za-z0-9]{30}'), accepts: isMixed },
  {
    ...shaped('gocardless', ['live_', 'sandbox_'], '(?:live|sandbox)_[A-Za-z0-9_-]{40}'),
    accepts: (secret) => isMixed(secret) && isKey(secret),
  },
  {
    ...shaped('asana', ['1/12', '2/12'], '[12]/12\\d{14}/\\d{10,20}:[0-9a-f]{32}'),
  },
  { ...shaped('intercom', ['dG9rO'], 'dG9rO[A-Za-z0-9+/]{48,70}={0,2}'), accepts: isMixed },
  shaped('mailersend', ['mlsn.'], 'mlsn\\.[0-9a-f]{64}'),
  { ...shaped('klaviyo', ['pk_'], 'pk_[0-9a-f]{34}'), accepts: hasDigit },
  shapedBefore('mercado-pago', '_USR-', {
    ...{ length: 3, source: 'APP_USR-\\d{12,20}-\\d{6}-[0-9a-f]{32}-\\d{5,12}' },
  }),
  shaped('telnyx', ['KEY0'], 'KEY0[0-9A-F]{31}_[A-Za-z0-9]{22}'),
  shaped('secret-token', ['secret-token:'], 'secret-token:[A-Za-z0-9_.~%-]{10,300}'),
]

/** Private parts of keys that have a writing of their own. */
const KEYS: readonly Rule[] = [
  shaped('minisign', ['RWRTY0Iy'], 'RWRTY0Iy[A-Za-z0-9+/]{120,260}={0,2}'),
  shaped('nostr', ['nsec1'], 'nsec1[a-z0-9]{58}'),
  {
    // The seed of a key of NATS, by the kind of what it is for.
    ...shaped('nats', ['SUA', 'SAA', 'SNA'], 'S[UAN]A[A-Z2-7]{55}'),
    accepts: isRandom,
  },
  {
    // The root of the keys of a purse.
    ...shaped(
      'extended-key',
      ['xprv', 'yprv', 'zprv', 'tprv'],
      '[xyzt]prv[1-9A-HJ-NP-Za-km-z]{100,112}',
    ),
    accepts: isRandom,
  },
]

/** Keys of makers that came after those of `service-rules.ts`, by what they are for. */
export const FURTHER_SERVICE_RULES: readonly Rule[] = [...AGENTS, ...PLATFORMS, ...OFFICES, ...KEYS]
