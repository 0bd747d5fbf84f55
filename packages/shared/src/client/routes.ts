/** Paths of the REST API, so that client and server cannot drift apart. `:id` is a place to fill. */
export const API_ROUTES = {
  ingest: '/v1/ingest',
  import: '/v1/import',
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
  records: '/v1/records',
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

/** Fills `:id`; ids are encoded, so an odd one cannot lead to another path. */
export const routeTo = (route: string, id: string): string =>
  route.replace(':id', () => encodeURIComponent(id))
