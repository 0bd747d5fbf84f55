import type { Page } from 'playwright-core'
import { askAs } from './ask.ts'
import { makeSeed } from './seed.ts'
import { ingestAs, sendAs } from './sign-in.ts'

const PROJECT = `project: harbourbook
version: 1
layers:
  - { name: plan, paths: [./plan/], canonical: true }
  - { name: work, paths: [./work/], depends_on: [plan] }
`
const SCHEMA = `version: 1
entity_types:
  - name: part
    properties:
      - { name: status, type: enum, values: [live, retired], default: live }
    field_mappings:
      - { field: needs, relationship: NEEDS, target_type: [part] }
  - name: event
    field_mappings:
      - { field: affects, relationship: AFFECTS }
relationship_types:
  - { name: NEEDS, inverse: NEEDED_BY }
  - { name: AFFECTS, inverse: AFFECTED_BY }
`
const NOTES = {
  'plan/pump.md': 'title: Pump\ntype: part\nneeds: Store',
  'plan/queue.md': 'title: Queue\ntype: part\nneeds: Store',
  'plan/store.md': 'title: Store\ntype: part\naliases: [Bucket]\ntags: [disk]',
  'plan/wrong.md': 'title: Wrong\ntype: vessel',
  'work/1.md':
    'title: Queue retired\ntype: event\nsession: 4\naffects: [Queue]\nconsequences:\n  - { entity: Queue, property: status, value: retired }',
}
const book = {
  project: PROJECT,
  schema: SCHEMA,
  files: Object.entries(NOTES).map(([path, frontMatter]) => ({
    path,
    hash: `hash of ${path}`,
    text: `---\n${frontMatter}\n---\nThe pump fills the Queue.\n`,
  })),
  has_more: false,
  dry_run: false,
  is_past: false,
}

const commit = {
  sha: 'c0ffee'.padEnd(40, '0'),
  parents: ['beef'.padEnd(40, '0')],
  tree: 'ace'.padEnd(40, '0'),
  patch_id: 'dad'.padEnd(40, '0'),
  author_name: 'Ann',
  author_hash: '0123456789abcdef',
  authored_at: '2026-03-04T09:01:00.000Z',
  committed_at: '2026-03-04T09:01:00.000Z',
  branch: 'main',
  subject: 'Feed it five times',
  trailers: [],
  mentions: [],
  files: [
    {
      path: 'src/feeding.ts',
      old_path: null,
      status: 'modified',
      is_binary: false,
      added_lines: 1,
      removed_lines: 1,
      added: ['0123456789abcdef'],
      removed: ['fedcba9876543210'],
    },
  ],
  file_count: 1,
  noted_sessions: [],
}

type Listed = { items: { id: string; title?: string }[] }
type Ids = {
  client: string
  session: string
  memory: string
  commit: string
  entity: string
  memoryFile: string
  project: string
}

/** A client that may ask for consent; it is anonymous, so no key and no cookie go along. */
const oauthClient = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const answer = await fetch('/oauth/register', {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: 'Crane',
        redirect_uris: ['http://127.0.0.1/callback'],
        token_endpoint_auth_method: 'none',
      }),
    })
    return ((await answer.json()) as { client_id: string }).client_id
  })

/** A team that has something of everything, so that no page is looked at empty. @returns ids of one of each. */
export const fillTeam = async (page: Page, run: string): Promise<Ids> => {
  const { request, title } = makeSeed(run, Date.now())
  const [first] = request.sessions
  const { machine } = request
  const project = first?.project
  await ingestAs(page, request)
  const remember = (statement: string, more = {}) =>
    sendAs(page, { method: 'POST', path: '/v1/memories', body: { statement, ...more } })
  await remember(`Ferries ${run} moor at the east quay.`, { reason: 'The west quay is shallow.' })
  await remember(`Tugs ${run} are refuelled by night.`, { origin: 'web' })
  await sendAs(page, {
    method: 'POST',
    path: '/v1/commits',
    body: { machine, project, commits: [commit], rewrites: [] },
  })
  await sendAs(page, {
    method: 'PUT',
    path: '/v1/memory-files',
    body: {
      machine,
      project,
      revision: 1,
      files: [
        {
          path: 'CLAUDE.md',
          tool: 'claude-code',
          is_personal: false,
          text: '# Harbour\n\nFeed it before the tide.\n\n## Berths\n\n- east\n',
          is_cut: false,
          modified_at: '2026-03-01T08:00:00.000Z',
          git_branch: 'main',
        },
      ],
    },
  })
  await sendAs(page, { method: 'POST', path: '/v1/books/harbourbook/ingest', body: book })
  const firstOf = async (path: string, is = (_: { title?: string }) => true): Promise<string> => {
    const { items } = await askAs<Listed>(page, { method: 'GET', path })
    const found = items.find(is)?.id
    if (found === undefined) throw new Error(`${path} is empty`)
    return found
  }
  return {
    client: await oauthClient(page),
    session: await firstOf('/v1/sessions', (one) => one.title === title),
    memory: await firstOf('/v1/memories'),
    commit: await firstOf('/v1/commits'),
    entity: await firstOf('/v1/search?q=Queue&type=entity'),
    memoryFile: await firstOf('/v1/memory-files'),
    project: await firstOf('/v1/projects'),
  }
}
