/** First path segments that belong to the API; every other path is a page of the dashboard. */
const API_SEGMENTS = new Set([
  'v1',
  'mcp',
  'scim',
  'agent.tgz',
  'docs',
  'openapi.json',
  'healthz',
  'readyz',
  'metrics',
  'oauth',
  '.well-known',
])

export const API_PATHS: readonly string[] = [...API_SEGMENTS].map((segment) => `/${segment}`)

/** `/v1/sessions?x` → true, `/sessions/ses_…` → false. Takes a path with or without a query. */
export const isApiPath = (path: string): boolean =>
  API_SEGMENTS.has(path.split(/[?#]/, 1)[0]?.split('/')[1] ?? '')
