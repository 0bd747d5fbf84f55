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

/** First path segments of pages, and of the files that these load. */
export const PAGE_SEGMENTS: ReadonlySet<string> = new Set([
  '_next',
  'books',
  'capture',
  'code',
  'commits',
  'consent',
  'device',
  'entities',
  'health',
  'icon.svg',
  'import',
  'insights',
  'join',
  'memories',
  'memory-files',
  'project',
  'prompts',
  'search',
  'sessions',
  'settings',
  'sign-in',
  'timeline',
])

export const API_PATHS: readonly string[] = [...API_SEGMENTS].map((segment) => `/${segment}`)

const firstSegment = (path: string): string => path.split(/[?#]/, 1)[0]?.split('/')[1] ?? ''

/** `/v1/sessions?x` → true, `/sessions/ses_…` → false. Takes a path with or without a query. */
export const isApiPath = (path: string): boolean => API_SEGMENTS.has(firstSegment(path))

/** Whether a path begins with a name that Teamlore itself has: of nothing below it could one say whether it was left out. */
export const isTakenPath = (path: string): boolean =>
  isApiPath(path) || PAGE_SEGMENTS.has(firstSegment(path))
