/** What a colleague calls what a verb says: "retries three times" is about the retries. */
const NOUNS: Readonly<Record<string, string>> = {
  allocate: 'allocation',
  authenticate: 'authentication',
  authorise: 'authorisation',
  authorize: 'authorization',
  bill: 'billing',
  break: 'failure',
  build: 'build',
  calculate: 'calculation',
  compile: 'compilation',
  configure: 'configuration',
  convert: 'conversion',
  cost: 'cost',
  crash: 'crash',
  create: 'creation',
  delete: 'deletion',
  depend: 'dependencies',
  deploy: 'deployment',
  encrypt: 'encryption',
  execute: 'execution',
  expire: 'expiry',
  fail: 'failure',
  generate: 'generation',
  grow: 'growth',
  install: 'installation',
  invalidate: 'invalidation',
  last: 'lifetime',
  migrate: 'migration',
  own: 'owner',
  refuse: 'refusal',
  register: 'registration',
  reject: 'rejection',
  release: 'release',
  remove: 'removal',
  replicate: 'replication',
  require: 'requirements',
  retain: 'retention',
  retry: 'retries',
  rotate: 'rotation',
  sort: 'sort order',
  start: 'start',
  store: 'storage',
  subscribe: 'subscription',
  translate: 'translation',
  trigger: 'trigger',
  validate: 'validation',
  verify: 'verification',
}

const IRREGULAR: Readonly<Record<string, string>> = {
  began: 'begin',
  begun: 'begin',
  broke: 'break',
  broken: 'break',
  brought: 'bring',
  built: 'build',
  came: 'come',
  chose: 'choose',
  chosen: 'choose',
  cut: 'cut',
  did: 'do',
  done: 'do',
  drawn: 'draw',
  fell: 'fall',
  found: 'find',
  gave: 'give',
  given: 'give',
  goes: 'go',
  gone: 'go',
  got: 'get',
  grew: 'grow',
  held: 'hold',
  hid: 'hide',
  hidden: 'hide',
  kept: 'keep',
  left: 'leave',
  lost: 'lose',
  made: 'make',
  met: 'meet',
  paid: 'pay',
  put: 'put',
  ran: 'run',
  read: 'read',
  run: 'run',
  saw: 'see',
  seen: 'see',
  sent: 'send',
  set: 'set',
  shown: 'show',
  shut: 'shut',
  split: 'split',
  spun: 'spin',
  stood: 'stand',
  taken: 'take',
  took: 'take',
  thrown: 'throw',
  threw: 'throw',
  went: 'go',
  written: 'write',
  wrote: 'write',
}

/** Verbs that statements of a code base are made of, by their plain form. */
const KNOWN = new Set(
  `add allocate answer arrive ask become calculate deadlock demand differ drain end exist explode feed forbid grow hang help
  ingest last leak mean model number overflow restock round simulate stall stand style sum thin vanish
  abandon withdraw
  accept align allow append apply archive assert assume authenticate authorise authorize avoid back batch begin belong bill
  bind block break bring buffer build bump bundle cache call cancel carry cast change charge check choose claim clean close
  collect come commit compare compile compress compute configure connect contain convert copy cost count cover crash create cut
  debounce decide declare decode decompress default delete depend deploy derive deserialize detach disable discard dispatch
  display do download drop dump duplicate edit emit enable encode encrypt enforce enqueue escape evaluate exclude execute exit
  expand expect expire export expose extend extract fail fall fetch fill filter find fire flush follow force format forward
  freeze generate get give go group guard handle happen hash hide hold host ignore implement import include index inherit
  initialise initialize inject insert install interpret invalidate invoke issue join keep launch leave limit link lint listen
  live load lock log look lose make map mark match measure meet merge migrate mirror mock modify monitor mount move mutate name
  need normalise normalize notify offer omit open order outlive override overwrite own pack parse pass paste patch pause pay
  persist pin point poll prefer prefix prepend preserve prevent print process produce prune publish pull purge push put query
  queue quote raise rate read rebase rebuild receive reconnect record redact redirect refer refresh refuse register reject
  release reload remain remove rename render repeat replace replicate report request require reserve reset resolve respond
  restart restore restrict retain retry return reuse revalidate revert review revoke rewrite roll rotate round route run sanitise
  sanitize save scale scan schedule search see seed select send serialize serve set shard share ship show shut sign skip sleep
  sort split squash stamp start stay stop store stream strip subscribe support suppress swallow switch sync tag take terminate
  test throttle throw time track translate treat trigger trim truncate trust turn type unwrap update upgrade upload use validate
  vendor verify version wait want warn watch work wrap write`
    .trim()
    .split(/\s+/),
)

const isKnown = (verb: string): boolean => KNOWN.has(verb)

/** Spellings that a form may come from, the likelier first. */
const stemsOf = (word: string): string[] => {
  const bare = (ending: string) => word.slice(0, -ending.length)
  const undoubled = (stem: string) => stem.replace(/([bdgklmnprt])\1$/, '$1')
  if (/ies$/.test(word)) return [`${bare('ies')}y`]
  if (/ied$/.test(word)) return [`${bare('ied')}y`]
  if (/ing$/.test(word)) return [bare('ing'), `${bare('ing')}e`, undoubled(bare('ing'))]
  if (/ed$/.test(word)) return [bare('ed'), bare('d'), undoubled(bare('ed'))]
  if (/es$/.test(word)) return [bare('es'), bare('s')]
  return /s$/.test(word) ? [bare('s')] : []
}

/** The plain form of a verb in any of its forms; undefined for what is none that is known. */
export const baseOf = (word: string): string | undefined => {
  const lower = word.toLowerCase()
  const irregular = IRREGULAR[lower]
  if (irregular !== undefined) return irregular
  return isKnown(lower) ? lower : stemsOf(lower).find(isKnown)
}

/** `retries`, `drops`: the form that only a third person has. */
export const isThirdPerson = (word: string): boolean =>
  /s$/.test(word) && !isKnown(word.toLowerCase()) && baseOf(word) !== undefined

/** `dropped`, `kept`: of a verb that is known, or by its ending. */
export const isParticiple = (word: string): boolean =>
  /^[a-z]{2,}ed$/.test(word) || IRREGULAR[word.toLowerCase()] !== undefined

/** The plain form behind a participle, as far as it takes to name its matter. */
export const baseOfParticiple = (word: string): string =>
  baseOf(word) ?? word.toLowerCase().replace(/ied$/, 'y').replace(/ed$/, '')

/** `call` → `calling`, `run` → `running`, `use` → `using`. */
export const gerundOf = (base: string): string => {
  if (/ie$/.test(base)) return `${base.slice(0, -2)}ying`
  if (/([b-df-hj-np-tv-z])\1$/.test(base)) return `${base}ing`
  if (/[^eo]e$/.test(base)) return `${base.slice(0, -1)}ing`
  const isDoubled = /^[^aeiou]*[aeiou][bdgmnpt]$|(?:mit|fer|gin|bed|get|bug)$/.test(base)
  return isDoubled ? `${base}${base.slice(-1)}ing` : `${base}ing`
}

/** What the verb's matter is called; the gerund where there is no noun of its own. */
export const nounOf = (base: string): string => NOUNS[base] ?? gerundOf(base)

/** Said of what was tried and is no more: the thing itself is what is asked for. */
export const GIVEN_UP: ReadonlySet<string> = new Set(
  'abandon withdraw drop stop revert reject remove try take roll'.split(' '),
)

/** Past forms that are no participle, so that nothing else can be the verb. */
export const PAST: ReadonlySet<string> = new Set(
  'began broke came chose gave ran saw threw took went wrote grew fell did'.split(' '),
)

/** What is a noun as often as a verb, so that it gives no order where a noun stands behind it. */
export const IS_NOUN_TOO: ReadonlySet<string> = new Set(
  `batch build cache call change check commit cost dump export filter format group guard hash host import index issue
  limit link load lock log map match merge mock order pack patch poll process push query queue quote rate record refresh release
  report request reset restart retry return review route run scan schedule search seed set shard share ship sort split start
  store stream support sync tag test time track trigger type update upgrade upload version watch`
    .trim()
    .split(/\s+/),
)
export const hasNoun = (base: string): boolean => NOUNS[base] !== undefined
