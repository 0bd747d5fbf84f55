import type { CodeGraphRequest } from '@teamlore/shared/code'
import type { SendSharedCode } from '@teamlore/shared/shared-code'
import { expect } from 'vitest'
import { commitsOf } from './commit-samples.ts'
import type { Ids, RouteBattery } from './route-battery.ts'
import { ingestOf } from './transcript.ts'

const file = (path: string, imports: string[] = []): CodeGraphRequest['files'][number] => ({
  path,
  language: 'typescript',
  hash: 'ab'.repeat(16),
  lines: 12,
  imports: imports.map((to) => ({ to, kind: 'static' })),
  unresolved: 0,
  symbols: [{ name: 'a'.repeat(16), hash: 'b'.repeat(16), start: 1, end: 4 }],
})

/** The code of a small repository, as an agent sends it. */
export const codeGraphOf = (more: Partial<CodeGraphRequest> = {}): CodeGraphRequest => ({
  machine: ingestOf([]).machine,
  project: {
    remote_url: 'https://git.test/acme/kingfisher.git',
    root_commit: null,
    root_path: '/home/ann/kingfisher',
  },
  build: '0'.repeat(16),
  built_at: '2026-03-04T09:00:00.000Z',
  commit: 'c'.repeat(40),
  branch: 'main',
  is_default_branch: true,
  mode: 'whole',
  files: [file('src/dive.ts', ['src/water.ts']), file('src/water.ts')],
  gone: [],
  has_more: false,
  ...more,
})

/** Code of the commit of `commitsOf`, as an agent shares it. */
export const sharedCodeOf = (more: Partial<SendSharedCode> = {}): SendSharedCode => {
  const { machine, project, commits } = commitsOf()
  return {
    machine,
    project,
    asked: [],
    commits: commits.map(({ sha }) => ({
      sha,
      is_cut: false,
      files: [
        {
          path: 'src/upload.ts',
          old_path: null,
          status: 'added',
          hunks: [{ at: 0, removed: 0, added: 1, lines: ['const retries = 5'] }],
        },
      ],
    })),
    ...more,
  }
}

const sharing: RouteBattery = {
  route: 'POST /v1/shared-code',
  as: 'member',
  status: 200,
  request: () => ({ url: '/v1/shared-code', payload: sharedCodeOf() }),
  others: 'their own',
  malformed: () => ({ url: '/v1/shared-code', payload: sharedCodeOf({ asked: ['HEAD'] }) }),
  check: (response) =>
    expect(response.json()).toMatchObject({
      shares_code: true,
      commits: { received: 1, stored: 0 },
    }),
}

/** What is shared beforehand, once the project of `commitsOf` shares its code. */
export const SHARED_CODE_FILL = [
  {
    route: 'PUT /v1/projects/:id',
    request: (id: string) => ({ url: `/v1/projects/${id}`, payload: { shares_code: true } }),
  },
  { route: 'POST /v1/shared-code', request: () => sharing.request({} as Ids) },
]

const sending = (bird: string): RouteBattery => ({
  route: 'POST /v1/code-graph',
  as: 'member',
  status: 200,
  request: () => ({
    url: '/v1/code-graph',
    payload: codeGraphOf({
      project: {
        remote_url: `https://git.test/acme/${bird}.git`,
        root_commit: null,
        root_path: `/home/ann/${bird}`,
      },
    }),
  }),
  others: 'their own',
  malformed: () => ({ url: '/v1/code-graph', payload: codeGraphOf({ build: 'x' }) }),
  check: (response) => expect(response.json()).toMatchObject({ state: 'stored' }),
})

/** What is sent beforehand, for the questions below; others never send one of that name. */
export const CODE_FILL = sending('kingfisher')

const question = (path: string, query: string, expected: string): RouteBattery => ({
  route: `GET /v1/code-graph${path}`,
  as: 'viewer',
  status: 200,
  request: () => ({ url: `/v1/code-graph${path}?project=acme%2Fkingfisher${query}` }),
  others: 'not_found',
  malformed: () => ({ url: `/v1/code-graph${path}?colour=red` }),
  check: (response) => expect(response.body).toContain(expected),
})

export const CODE_ROWS: RouteBattery[] = [
  sending('osprey'),
  question('', '', 'typescript'),
  question('/folder', '&path=src', 'water.ts'),
  question('/file', '&path=src%2Fwater.ts', 'src/dive.ts'),
  sharing,
  {
    route: 'GET /v1/shared-code/file',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/shared-code/file?project=acme%2Fheron&path=src%2Fupload.ts' }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/shared-code/file?project=acme%2Fheron&path=..%2Fx' }),
    check: (response) =>
      expect(response.json()).toMatchObject({ total: 1, lines: [{ text: 'const retries = 5' }] }),
  },
  {
    route: 'POST /v1/change-report',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/change-report', payload: CHANGE }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/change-report', payload: { ...CHANGE, files: [] } }),
    check: (response) => expect(response.json().project.name).toBe('acme/kingfisher'),
  },
  {
    route: 'GET /v1/why',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/why?project=acme%2Fkingfisher&path=src%2Fwater.ts' }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/why?project=acme%2Fkingfisher&path=..%2Fx' }),
    check: (response) => expect(response.json().text).toContain('src/water.ts'),
  },
]

const CHANGE = {
  project: 'acme/kingfisher',
  about: 'Cache the water tables',
  files: [{ path: 'src/water.ts', status: 'modified', hunks: null }],
}
