import type { Dice } from './dice.ts'
import type { LookAlike } from './look-alikes.ts'
import type { PlacedKind } from './placed-secrets.types.ts'

/** Kinds whose shape alone is proof. Prefixes stand apart from what follows them. */
const proof = (d: Dice): string =>
  d.pick([
    `${d.pick(['ghp', 'gho', 'ghs'])}_${d.of('mixed', 36)}`,
    `github_pat_${d.of('mixed', 22)}_${d.of('mixed', 59)}`,
    `${d.pick(['AKIA', 'ASIA'])}${d.of('upper', 16)}`,
    `sk-ant-api03-${d.of('url', 90)}${d.of('mixed', 3)}`,
    `sk-proj-${d.of('mixed', 60)}`,
    `xoxb-${d.of('digits', 12)}-${d.of('digits', 12)}-${d.of('mixed', 24)}`,
    `glpat-${d.of('mixed', 20)}`,
    `AIza${d.of('mixed', 35)}`,
    `npm_${d.of('mixed', 36)}`,
    `hf_${d.of('mixed', 34)}`,
    `dop_v1_${d.of('hex', 64)}`,
    `SG.${d.of('mixed', 22)}.${d.of('mixed', 43)}`,
    `${d.pick(['sk', 'rk'])}_live_${d.of('mixed', 24)}`,
  ])

/** Secrets in further ways of writing them. */
export const WRITTEN_KINDS: readonly PlacedKind[] = [
  {
    kind: 'key at the end of a name',
    make: proof,
    tuned: [
      'foo_§\n',
      'MY_§ is in the log',
      '{"type":"tool_use","id":"toolu_§","name":"Bash"}',
      'call Tool_§(path)',
      '- _§ is the key\n',
    ],
    held: [
      'mv backup_§.tar.gz old/',
      '{"session_id":"id_§"}',
      'cache key build-§ was stored',
      'redis SET user_42_§ 1',
    ],
  },
]

const of = (family: string, ...makers: LookAlike['make'][]): LookAlike[] =>
  makers.map((make) => ({ family, make }))

/** What is written likewise and is no secret. */
export const LOOK_ALIKES_OF_WRITTEN: readonly LookAlike[] = [
  ...of(
    'identifier',
    () => 'SALES_ASIAPACIFICANDJAPANX = 3; TEAM_ASIAPACIFICTEAMLEAD = 4',
    () => 'def load_hf_AutoModelForSequenceClassificationHead(path2): pass',
    () => 'test_sk_live_keysAreRefusedWithoutAccount and test_ghp_prefixes_are_found_2',
    () => 'let is_npm_registryTokenProviderOfTheWorkspace2x = true',
    () => 'no_sk-proj-keys-in-the-repository-please-2 is_sk-ant-something-of-the-vendor',
    (d) => `TASK_SK${d.of('hex', 12)} x_AKIA${d.of('upper', 9)} y_AKIA${d.of('upper', 30)}`,
    (d) =>
      `render_rnd_${d.of('hex', 12)}, seed_rnd_${d.of('digits', 10)}, std_hf_${d.of('hex', 16)}`,
  ),
  ...of(
    'ids of sessions and calls',
    (d) =>
      `toolu_SK${d.of('hex', 32)} and span_key-${d.of('hex', 32)} and run_re_${d.of('lower', 8)}`,
    (d) => `"id": "item_pa-${d.of('url', 43)}", "next": "msg_fc-${d.of('hex', 32)}"`,
  ),
]
