const { readdirSync } = require('node:fs')
const { join } = require('node:path')

// Folders from what needs nothing to what needs all. Each knows only what stands above it in its list.

const AGENT_LAYERS = [
  ['errors', 'files', 'output', 'pacing'],
  ['env'],
  ['locks', 'platform', 'project', 'spool'],
  ['own-agent', 'wire'],
  ['distil', 'payloads', 'privacy', 'tombstones'],
  ['memory-files'],
  ['report'],
  ['capture'],
  ['git', 'graph'],
  [
    'book',
    'export',
    'hooks',
    'importers',
    'mcp-bridge',
    'mine',
    'program',
    'scan',
    'service',
    'transcript',
    'watch',
  ],
  ['doctor'],
  ['views'],
  ['commands/shared'],
  [
    'commands/books',
    'commands/capture',
    'commands/code',
    'commands/commits',
    'commands/memories',
    'commands/projects',
    'commands/search',
    'commands/sessions',
    'commands/setup',
    'commands/team',
    'commands/tools',
  ],
  ['commands/exports', 'commands/imports'],
  ['cli'],
  ['main'],
]

const CORE_LAYERS = [
  ['errors'],
  ['platform'],
  ['statements', 'text'],
  ['identity/teams'],
  ['identity/people'],
  ['identity/sign-in'],
  ['identity/grants'],
  ['identity/provisioning'],
  ['documents', 'jobs', 'machines', 'projects', 'redaction', 'usage'],
  ['blame', 'capture', 'code', 'commits', 'insights', 'sessions'],
  ['links', 'memory-files', 'messages', 'shared-code'],
  ['search'],
  ['books', 'memories', 'observations'],
  ['distil'],
  ['linking', 'outcomes', 'records', 'stale'],
  ['ingest'],
  [
    'agents-md',
    'context',
    'digest',
    'forgetting',
    'holdout',
    'home',
    'import',
    'onboarding',
    'own-data',
    'retention',
    'timeline',
    'transcripts',
    'why',
  ],
  ['integrations'],
  ['slack', 'webhooks'],
  ['sealed'],
  ['index'],
]

/** Nouns of the API know no other noun: what one needs of another is handed in by compose.ts. */
const apiNouns = readdirSync(join(__dirname, '../../apps/api/src/modules')).map(
  (noun) => `modules/${noun}`,
)

const API_LAYERS = [
  ['errors', 'platform'],
  ['bodies', 'plugins'],
  ['routing'],
  ['openapi', ...apiNouns],
  ['env'],
  ['compose'],
  ['mcp'],
  ['app'],
  ['main'],
  ['index'],
]

const DB_LAYERS = [
  ['db-scope', 'engine'],
  ['sql'],
  ['housekeeping'],
  ['ids'],
  ['teams'],
  ['people'],
  ['projects', 'provisioning'],
  ['audit', 'capture', 'machines', 'redaction', 'usage'],
  ['sign-in'],
  ['grants'],
  ['documents', 'edits', 'shared-code'],
  ['books', 'jobs', 'memory-files', 'observations'],
  ['sessions'],
  ['links', 'messages'],
  ['distillation', 'timeline'],
  ['blame', 'code', 'commits', 'insights', 'linking', 'overview'],
  ['memories'],
  [
    'agents-md',
    'context',
    'digest',
    'distil-leases',
    'forgetting',
    'holdout',
    'home',
    'integrations',
    'outcomes',
    'retention',
    'score',
    'search',
    'slack',
    'webhooks',
    'why',
  ],
  ['sealed'],
  ['system-repositories', 'team-repositories'],
  ['unit-of-work'],
  ['index'],
]

/** Where folders stand in layers, and the layers. The last one is the entry, which knows all. */
const LAYERED = [
  { name: 'agent', source: 'apps/agent/src', layers: AGENT_LAYERS },
  { name: 'api', source: 'apps/api/src', layers: API_LAYERS },
  { name: 'core', source: 'packages/core/src', layers: CORE_LAYERS },
  { name: 'db', source: 'packages/db/src', layers: DB_LAYERS },
]

/** A rule's name may not hold a slash. */
const ruleOf = (name, folder) => `${name}-${folder.replaceAll('/', '-')}-looks-down-only`

module.exports = { LAYERED, ruleOf }
