/** Folders of the agent, from what needs nothing to what needs all. Each knows only what stands above it in this list. */
const AGENT_LAYERS = [
  ['errors', 'files', 'output', 'pacing'],
  ['env'],
  ['locks', 'platform', 'project', 'spool'],
  ['wire'],
  ['payloads', 'privacy'],
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
    'program',
    'scan',
    'service',
    'transcript',
    'watch',
  ],
  ['doctor'],
  ['views'],
  ['commands'],
  ['cli'],
  ['main'],
]

module.exports = { AGENT_LAYERS }
