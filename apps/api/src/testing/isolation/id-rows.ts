import { randomBytes } from 'node:crypto'
import { type IdKind, newId, type RouteOf } from '@teamlore/shared'
import { BATTERY } from '../all-rows.ts'
import type { Ids } from '../route-battery.ts'
import { SIGN_IN_ROUTES } from '../sign-in-routes.ts'
import { fieldsOf, isRequired, READS } from './questions.ts'
import type { Ask } from './send.ts'

/** A request that names ids of some kinds. */
export type IdRow = { route: string; kinds: string[]; ask: (of: (kind: string) => string) => Ask }

const idsFrom = (of: (kind: string) => string): Ids =>
  new Proxy({} as Ids, { get: (_, kind) => of(String(kind)) })

/** Ids that show which of them a request names. */
const kindsOf = (ask: IdRow['ask']): string[] => {
  const said = decodeURIComponent(JSON.stringify(ask((kind) => `~${kind}~`.padEnd(30, '0'))))
  return [...new Set([...said.matchAll(/~(\w+)~/g)].map(([, kind]) => kind ?? ''))]
}

const rowOf = (route: string, ask: IdRow['ask']): IdRow => ({ route, ask, kinds: kindsOf(ask) })
const methodOf = (route: string): Ask['method'] => route.split(' ')[0] as Ask['method']

/** As routes.test.ts sends them. */
const OF_BATTERY = BATTERY.map(({ route, request }) =>
  rowOf(route, (of) => {
    const { url, payload } = request(idsFrom(of))
    return {
      method: methodOf(route),
      url: String(url),
      payload: Buffer.isBuffer(payload) ? undefined : (payload as object | undefined),
    }
  }),
)

/** What a path of signing in names, by what stands before the id. */
const NAMED_THERE: [string, IdKind][] = [
  ['/v1/passkeys/', 'passkey'],
  ['/v1/browsers/', 'browser'],
  ['/v1/clients/', 'grant'],
  ['/v1/managed-clients/', 'managedClient'],
  // A request for consent is of no team: a cookie of the browser that began it opens it, and no id of anything else.
  ['/v1/consent/', 'grant'],
  ['/v1/webhooks/deliveries/', 'webhookDelivery'],
  ['/v1/webhooks/', 'webhook'],
  ['/v1/incoming-hooks/', 'incomingHook'],
  ['/v1/integrations/deliveries/', 'delivery'],
  ['/v1/integrations/dismissals/', 'dismissal'],
  ['/v1/integrations/', 'integration'],
  ['/v1/slack/deliveries/', 'delivery'],
  ['/v1/slack/', 'slack'],
  ['/v1/sign-in', 'provider'],
]
const OF_SIGN_IN = SIGN_IN_ROUTES.filter(({ path }) => path.includes(':id')).map((row) => {
  const kind = NAMED_THERE.find(([start]) => row.path.startsWith(start))?.[1] ?? ''
  return rowOf(`${row.method} ${row.path}`, (of) => ({
    method: row.method,
    url: row.path.replace(':id', of(kind)),
    payload: row.body ? {} : undefined,
  }))
})

/** What questions name in their fields: ids, and what stands for one, as the hash of a commit or the address of a project does. */
const NAMED_BY: Record<string, readonly (readonly string[])[]> = {
  ids: [['session', 'message', 'observation', 'summary', 'memory', 'memoryFile', 'commit']],
  session: [['session']],
  around: [['message']],
  commit: [['commit'], ['sha']],
  as_of: [['commit'], ['sha']],
  project: [['project'], ['remote']],
  project_id: [['project']],
}
/** What a question needs beside it. */
const BESIDE: Record<string, string> = {
  project: 'heron',
  path: 'src/upload.ts',
  name: 'Store',
  entity: 'Store',
  layer: 'plan',
  query: 'pump',
  claim: 'It is full.',
  ids: 'mem_0000000000',
  q: 'cache',
}
const fieldRow = (row: RouteOf, name: string, kinds: readonly string[]): IdRow =>
  rowOf(`${row.method} ${row.path}?${name} (${kinds.join(', ')})`, (of) => {
    const thing = row.path.startsWith('/v1/memories') ? 'memory' : 'session'
    const path = row.path
      .replace(':book', 'heron')
      .replace(':id', row.path.includes(':id') ? of(thing) : '')
    const query: Record<string, string> = {}
    for (const [field, type] of fieldsOf(row))
      if (isRequired(type) || (field === 'q' && row.path === '/v1/timeline' && name !== 'around'))
        query[field] = BESIDE[field] ?? ''
    return {
      method: 'GET',
      url: `${path}?${new URLSearchParams({ ...query, [name]: kinds.map(of).join(',') })}`,
    }
  })
const OF_FIELDS = READS.flatMap((row) =>
  fieldsOf(row).flatMap(([name, type]) =>
    // A number is no id, and what a book names is none either.
    (type.safeParse('ses_x').success && !row.path.includes(':book')
      ? (NAMED_BY[name] ?? [])
      : []
    ).map((kinds) => fieldRow(row, name, kinds)),
  ),
)

/** What bodies name beside their thing. The word keeps one memory from being taken for another. */
const remembering = (more: (of: (kind: string) => string) => object): IdRow =>
  rowOf(`POST /v1/memories with ${Object.keys(more((kind) => kind)).join()}`, (of) => ({
    method: 'POST',
    url: '/v1/memories',
    payload: { statement: `The ${of('word')} turns.`, ...more(of) },
  }))
const TOUCHED = {
  about: 'cache',
  files: [{ path: 'src/upload.ts', status: 'modified', hunks: null }],
}
const OF_BODIES = [
  remembering((of) => ({ supersedes: of('memory') })),
  remembering((of) => ({ rests_on: [of('memory')] })),
  remembering((of) => ({ project: of('remote') })),
  ...(['session', 'message', 'sha'] as const).map((kind) =>
    remembering((of) => ({
      evidence: [{ kind: kind === 'sha' ? 'commit' : kind, ref: of(kind), quote: 'q' }],
    })),
  ),
  rowOf('POST /v1/blame', (of) => ({
    method: 'POST',
    url: '/v1/blame',
    payload: { lines: [{ path: 'src/upload.ts', sha: of('sha') }] },
  })),
  rowOf('POST /v1/change-report', (of) => ({
    method: 'POST',
    url: '/v1/change-report',
    payload: { project: of('remote'), ...TOUCHED, commits: [of('sha')] },
  })),
  rowOf('POST /v1/search', (of) => ({
    method: 'POST',
    url: '/v1/search',
    payload: { q: 'cache', session: of('session') },
  })),
]

export const ID_ROWS = [...OF_BATTERY, ...OF_SIGN_IN, ...OF_FIELDS, ...OF_BODIES].filter(
  ({ kinds }) => kinds.length > 0,
)

const NOWHERE: Record<string, string> = {
  job: 'distil-session/none',
  sha: 'e'.repeat(40),
  remote: 'https://git.test/acme/nowhere.git',
}

export const anyWord = (): string => `w${randomBytes(6).toString('hex')}`

/** What of this kind does not exist. */
export const absentOf = (kind: string): string =>
  kind === 'word'
    ? anyWord()
    : (NOWHERE[kind] ?? newId[(kind === 'key' ? 'apiKey' : kind) as IdKind]())
