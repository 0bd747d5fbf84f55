/** Hand-kept word lists: the only world knowledge of the recogniser. Extending one is a data change, not a code change. */
const words = (text: string): string[] => text.trim().split(/\s+/)
const set = (text: string): Set<string> => new Set(words(text))

/** Grammar and light verbs: they carry no subject. */
export const STOP =
  set(`a an the this that these those it its they them their there we us our you your he she i and or but as at by for from in into
of on off onto to up down out over under with without than then so if when while where which who what how why be is are was were been being am do does did done
has have had having can could may might must shall should will would use used using uses run runs ran running go goes went gone come comes came get gets got take takes
taken took make makes made making let lets keep keeps kept live lives lived sit sits put puts set need needs needed want wants work works allow allowed very just
only also too all any each every some more most less least much many other own same such both either neither here s t re ve ll d via per about between during until within
through across before after because since now not no never none nor cannot don doesn didn isn aren wasn won shouldn mustn again already yet still ever else instead
rather actually anyway longer anymore new old first last at-most up-to called call`)

/** Units belong to their number, not to the subject. */
export const UNIT = set(
  'ms s sec second seconds min minute minutes hour hours h day days week weeks month months year years kb mb gb tb bytes px eur usd percent',
)

/** Words that announce a change of state in the newer statement. */
export const CHANGE =
  set(`now longer anymore instead rather replaced replaces replace replacing moved moves move moving switched switch switches switching changed changes change
changing bumped bump raised raise lowered lower reduced reduce cut increased increase decreased upgraded upgrade downgraded migrated migrate migrates dropped drop dropping scrap scrapped
reverted revert reversed return returned returning back rolled renamed rename deprecated retired removed banned stopped stop out gone ended cancelled vetoed tightened relaxed ported
became becomes swapped swap ditched abandoned correction went floor extended shortened doubled halved superseded obsolete rewritten rewrote new leave left leaving`)
export const NEGATION = set(
  'not no never none cannot without forbid forbids forbidden ban banned disallow disallowed off disabled don doesn isn aren won mustn shouldn nobody nothing neither nor stop stopped unable',
)
/** A value named next to one of these is the value that was left. */
export const DENY_BEFORE =
  /\b(?:instead of|rather than|preferred over|no longer(?: \w+){0,2}|no more|never|not|off|(?:mov|switch|migrat|chang|rewr|bump|rais|lower|port|upgrad|went|cut|reduc|convert)\w*(?: [\w-]+){0,6}? from|dropp?(?:ed|ing)?|drop|replac(?:e|ed|es|ing)|left|leave|scrap(?:ped)?|ditch(?:ed)?|removed|cancell?ed|vetoed|reverted|stopped(?: \w+)?|gave up|without|renamed?|abandon(?:ed)?|migrat\w+ from|away from|don't use|do not use)\s+(?:both |the |our |all |using |to |in |on |for )*$/i
export const DENY_AFTER =
  /^(?:'s)?(?:\s+[\w-]+){0,3}?\s+(?:(?:is|are|was|were|has been|got|gets?|get)\s+)?(?:gone|out\b|banned|dropped|removed|deleted|replaced|deprecated|ported|retired|no longer|not allowed|not enough|ended|renamed|end of life|broke|was too|were too|took|ran out|hurt|cost|mangled|needed|had no|has no|clobbered|gave|\w+ (?:broke|took|needed|ate|dropped|mangled|hurt))\b/i
export const SCOPED =
  /\b(?:only|alone|just|exclusively)\s+(?:for|on|in|at|during|when|while|the)\b|\bfor\b[^.,;]*\balone\b|\b(?:except|as well|also|stays? in|remains?)\b/i
export const TWO_SIDED =
  /\b(?:instead of|rather than)\b|, (?:not|never) (?:in )?\w+|\w\w and never/i

/** Environments, platforms, audiences …: two different words of one dimension mean two facts. */
export const SCOPES: Record<string, Set<string>> = {
  environment: set(
    'production prod staging stage demo sandbox ci local test preview development dev canary nightly',
  ),
  platform: set(
    'ios android web mobile desktop tablet phone iphone ipad foldable watch windows linux macos safari chrome firefox pwa widget kiosk',
  ),
  region: set('eu us uk apac emea germany france belgian switzerland ireland asia'),
  audience: set(
    'customer staff support admin partner internal public enterprise free premium guest trial analyst driver courier merchant executive',
  ),
}

/** Products that stand in for one another; naming two of one line means two values of one slot. */
export const ALTERNATIVES = `redis memcached valkey dragonfly hazelcast
postgres postgresql mysql mariadb sqlite mongodb dynamodb oracle cockroachdb cassandra mssql realm grdb supabase firestore postgres redis indexeddb
elasticsearch opensearch typesense meilisearch algolia solr pg_trgm postgres vespa
kafka rabbitmq sqs nats pulsar kinesis redpanda pubsub
bullmq pg-boss sidekiq celery agenda temporal resque graphile-worker inngest
prisma drizzle typeorm sequelize knex kysely mikroorm hibernate sqlalchemy
redux zustand mobx jotai recoil pinia vuex xstate
styled-components emotion tailwind css-modules sass vanilla-extract linaria bootstrap
webpack vite rspack rollup esbuild parcel turbopack tsup swc rolldown
moment date-fns dayjs luxon temporal
jest vitest mocha ava node:test jasmine bun
cypress playwright selenium webdriverio puppeteer testcafe maestro detox xcuitest espresso appium
launchdarkly unleash flagsmith growthbook configcat split statsig
ecs eks fargate kubernetes k8s nomad lambda heroku fly railway gke aks vercel netlify swarm
vault ssm doppler sops 1password infisical
pagerduty opsgenie oncall slack teams discord email
cloudfront cloudflare fastly akamai bunny
terraform pulumi cdk cloudformation opentofu ansible
jenkins circleci github-actions gitlab buildkite travis teamcity
onesignal fcm firebase apns pusher airship expo
crashlytics sentry bugsnag rollbar datadog raygun
redshift bigquery snowflake databricks clickhouse athena synapse duckdb
airflow dagster prefect luigi argo cron
json avro protobuf msgpack thrift xml yaml csv parquet
iceberg delta hudi parquet orc
npm pnpm yarn bun
eslint biome prettier oxlint tslint rome
nx turborepo lerna wireit moon bazel rush lage
next nuxt astro remix gatsby sveltekit hugo docusaurus eleventy
react vue svelte angular solid preact htmx
node deno bun
typescript javascript python go golang rust java kotlin swift ruby php scala c# elixir bash
express fastify hono koa nest hapi
rest graphql grpc trpc soap
jwt session cookie paseto saml oauth passkey passkeys magic-link magic-links password
uuid uuidv4 uuidv7 ulid nanoid snowflake cuid integer ksuid
stripe adyen braintree paypal gocardless mollie
postmark sendgrid mailgun ses brevo mailchimp resend
winston pino bunyan log4js structlog
zod yup joi ajv valibot
docker podman devbox nix vagrant compose
chromium wkhtmltopdf typst puppeteer latex weasyprint
mapbox maptiler maplibre mapkit google-maps
squash rebase merge
offset cursor keyset
changesets semantic-release release-please
kebab-case camelcase snake_case pascalcase
ecb fixer
xgboost lightgbm catboost
loki elk splunk graylog
prometheus datadog graphite influxdb
light dark
fragments compose`
  .split('\n')
  .map(set)

export const ANTONYMS =
  `allow/forbid|ban allowed/forbidden|banned enable/disable enabled/disabled on/off always/never optional/mandatory|required|compulsory include/exclude|without|net|filter includes/excludes with/without
synchronously/asynchronously synchronous/asynchronous sync/async public/private gross/net before/after portrait/landscape manual/automatic hand/generated full/sampled server/browser|client floats/integer
directly/through exactly/caret encouraged/discouraged everyone/only clear/hashed everywhere/nowhere merge/squash next/separate random/sequential hard/soft opt-in/opt-out strict/loose supported/locked
stateful/stateless eager/lazy blue-green/rolling single/multiple overwritten/history provisioned/hand mutable/immutable in-memory/persistent night/clock`
    .split(/\s+/)
    .map((pair) => pair.split('/').map((side) => (side ?? '').split('|')) as [string[], string[]])

/** Stems that mean one thing here; the first word of a line names it. */
export const SYNONYMS = new Map(
  `timeout|abort|deadline
retry|attempt|redeliver
retain|retent|stor|kept|keep|retention|store|hold|held|persist|remember
interval|every|frequency|rhythm|schedul|schedule|nightly|weekly|hourly|daily|monthly|often
limit|max|maximum|most|exce|cap|ceil|quota|exceed|budget|gate
minimum|min|least|floor|oldest|newer|later
size|siz|large|larg|big
lifetime|lifetim|ttl|expire|expir|valid|lifespan
email|mail
database|databas|db
repo|repository
config|configuration|setting
auth|authentic|authentication|login|signin
delet|delete|remov|remove|purge|purg|drop|erase
test|spec
rend|render|rendered
share|shar|percent|portion
pag|pagin|page
hash|hashed
deploy|deployment|rollout
backup|snapshot
version|release|releas
pr|pull-request
connection|conn
duplicat|duplicate|dedup|deduplicat|deduplication
parallel|concurr|concurrency
javascript|js
format|shape|shap
directory|folder|dir
kubernetes|k8s
forbid|forbidden|ban|banned`
    .split('\n')
    .flatMap((line) => line.split('|').map((word, _, all) => [word, all[0] ?? word] as const)),
)
