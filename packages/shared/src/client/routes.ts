/** Paths of the REST API, so that client and server cannot drift apart. `:id` is a place to fill. */
export const API_ROUTES = {
  ingest: '/v1/ingest',
  import: '/v1/import',
  importTranscript: '/v1/import/transcripts',
  me: '/v1/me',
  stats: '/v1/stats',
  sessions: '/v1/sessions',
  session: '/v1/sessions/:id',
  sessionMessages: '/v1/sessions/:id/messages',
  message: '/v1/messages/:id',
  prompts: '/v1/prompts',
  observations: '/v1/observations',
  observation: '/v1/observations/:id',
  summaries: '/v1/summaries',
  summary: '/v1/summaries/:id',
  memoryFiles: '/v1/memory-files',
  memoryFile: '/v1/memory-files/:id',
  search: '/v1/search',
  searchSessions: '/v1/search/sessions',
  completion: '/v1/search/complete',
  concepts: '/v1/concepts',
  records: '/v1/records',
  timeline: '/v1/timeline',
  context: '/v1/context',
  projects: '/v1/projects',
  machines: '/v1/machines',
  capture: '/v1/capture',
  redactionRules: '/v1/redaction-rules',
  keys: '/v1/keys',
  key: '/v1/keys/:id',
  jobs: '/v1/jobs',
  jobRetry: '/v1/jobs/:id/retry',
  signInLinks: '/v1/sign-in-links',
  signIn: '/v1/sign-in',
  signOut: '/v1/sign-out',
  events: '/v1/events',
} as const

/** Bears the session of a signed-in browser: set and read by the API, and looked for by the pages. */
export const SESSION_COOKIE = 'teamlore_session'

/** Fills `:id`; ids are encoded, so an odd one cannot lead to another path. */
export const routeTo = (route: string, id: string): string =>
  route.replace(':id', () => encodeURIComponent(id))
