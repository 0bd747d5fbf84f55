import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ReadSession } from '@teamlore/sources/source'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leaveOut } from './leave-out.ts'
import { parseProjectIgnore } from './project-ignore.ts'

type Block = ReadSession['messages'][number]['blocks'][number]
type Input = Extract<Block, { type: 'tool_call' }>['input']

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'kept-'))
  for (const path of ['customers/acme.csv', 'plans.md', 'readme.md', 'src/a.ts', '.env']) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), '')
  }
  symlinkSync('customers', join(root, 'clients'))
  symlinkSync('../.env', join(root, 'src/settings'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

type Said = { kind?: string; blocks: Block[] }

const capturedText = (...said: Said[]): string => {
  const messages = said.map((one, n) => ({ key: `m${n}`, cwd: root, ...one }))
  const session = { cwd: root, messages, edits: [] } as unknown as ReadSession
  const ignore = parseProjectIgnore('customers/\nplans.md')
  return JSON.stringify(leaveOut(session, { ignore, root }).session.messages)
}

const call = (id: string | null, input: Input, name = 'Tool'): Said => ({
  blocks: [{ type: 'tool_call', id, name, input }],
})
const result = (id: string | null, text = 'hush-hush'): Said => ({
  blocks: [{ type: 'tool_result', tool_call_id: id, text, is_error: false }],
})
const text = (captured: string, kind = 'human'): Said => ({
  kind,
  blocks: [{ type: 'text', text: captured }],
})

describe('whatever field names a file that is kept', () => {
  test.each<[string, Input]>([
    ['a folder', { path: 'customers' }],
    ['fields of tools nobody knows', { source: 'customers/acme.csv', destination: 'x.csv' }],
    ['an address', { url: 'file:///'.concat('.env') }],
    ['a name of a file that is there', { source: '.env' }],
    ['a list', { attachments: ['readme.md', 'plans.md'] }],
    ['arguments written as JSON', { server: 'files', arguments: '{"path":"plans.md"}' }],
    ['patterns', { glob: 'customers/**' }],
    ['patterns of files', { include: ['*.md'] }],
    ['commands by another name', { shell_command: 'cat plans.md' }],
    ['several commands', { commands: ['ls src', 'cat plans.md'] }],
    ['code', { python_code: "open('plans.md').read()" }],
    ['a question to a database', { sql: "select * from 'customers/acme.csv'" }],
    ['the task of another agent', { prompt: 'Read customers/acme.csv and sum it up' }],
    ['a link', { file_path: 'clients/acme.csv' }],
    ['a link in a command', { command: 'head -3 clients/acme.csv' }],
    ['a link to a file of secrets', { command: 'cat src/settings' }],
    [
      'a patch that moves one',
      '*** Begin Patch\n*** Update File: a\n*** Move to: plans.md\n+hush-hush',
    ],
  ])('%s: its result is left out', (_, input) => {
    expect(capturedText(call('c', input), result('c'))).not.toContain('hush-hush')
  })

  test.each<[string, Input]>([
    ['another file', { source: 'src/a.ts', url: 'https://example.com/plans.md' }],
    ['a text', { file_path: 'src/a.ts', content: 'see plans.md and .env' }],
    ['what is looked for', { pattern: '.env', path: 'src' }],
    ['a question', { query: '.env' }],
    ['a task about secrets', { prompt: 'Make .env.example say what .env needs' }],
    ['code in a task', { prompt: 'First run `source .env` and `cat .env`' }],
    ['a name of something else', { ref: 'e1.key', branch: 'feature/.env', fields: ['a.key'] }],
    ['a sentence', { goal: 'Explain the .env' }],
  ])('%s is no such file', (_, input) => {
    expect(capturedText(call('c', input), result('c'))).toContain('hush-hush')
  })
})

describe('what a call that is left out goes on to print', () => {
  const cat = { command: 'cat plans.md' }
  test.each<[string, Said[]]>([
    ['in the background', [result('a', 'Running with ID: b12.'), call('b', { bash_id: 'b12' })]],
    ['in a session', [result('a', 'session ID 47\n'), call('b', { session_id: 47, chars: '' })]],
    [
      'into a file',
      [result('a', 'Full output saved to: /tmp/b12.txt'), call('b', { file_path: '/tmp/b12.txt' })],
    ],
  ])('%s is left out too', (_, said) => {
    expect(capturedText(call('a', cat), ...said, result('b'))).not.toContain('hush-hush')
  })

  test('and not what another one prints', () => {
    const said = [result('a', 'Running with ID: b12.'), call('b', { bash_id: 'b13' }), result('b')]
    expect(capturedText(call('a', cat), ...said)).toContain('hush-hush')
  })

  test('a result without an id is of the call before it', () => {
    expect(capturedText(call(null, cat), result(null))).not.toContain('hush-hush')
    const other = [call(null, cat), call(null, { command: 'ls' }), result(null)]
    expect(capturedText(...other)).toContain('hush-hush')
  })

  test('nor what an agent answers that was sent to it', () => {
    const sent = call('a', { prompt: 'Read customers/acme.csv' })
    const answer = text('<tool-use-id>a</tool-use-id><result>hush-hush</result>')
    expect(capturedText(sent, answer)).not.toContain('hush-hush')
  })
})

describe('a command that a person typed to be run', () => {
  test.each([
    ['<user_shell_command>\n<command>\ncat plans.md\n</command>\n<result>hush-hush</result>'],
    [
      'I ran the following shell command:\n```sh\ncat plans.md\n```\n\nResult:\n```\nhush-hush\n```',
    ],
  ])('%s goes with its output', (captured) => {
    expect(capturedText(text(captured, 'command'))).not.toContain('hush-hush')
    expect(capturedText(text(captured.replace('plans.md', 'readme.md'), 'command'))).toContain(
      'hush-hush',
    )
  })

  test('also where the output follows as another message', () => {
    const printed = text('hush-hush', 'command')
    expect(capturedText(text('! cat plans.md', 'command'), printed)).not.toContain('hush-hush')
    expect(capturedText(text('! cat readme.md', 'command'), printed)).toContain('hush-hush')
    const later = [text('! cat plans.md', 'command'), text('thanks'), printed]
    expect(capturedText(...later)).toContain('hush-hush')
  })
})

describe('a file in what is said', () => {
  test.each([
    ['Content from @plans.md:\nhush-hush\n--- End of content ---'],
    ['<file_content path="plans.md">\nhush-hush\n</file_content>'],
    ['<file_content path="api/.env">\nhush-hush\n</file_content>'],
    ['<attachment id="file:plans.md">\nhush-hush\n</attachment>'],
    [
      '<ide_selection>The user selected the lines 1 to 3 from customers/a.csv:\nhush-hush</ide_selection>',
    ],
    ['Contents of plans.md (notes of the project):\n\nhush-hush'],
    ['Note: plans.md was modified, by the user or a linter:\nhush-hush'],
    ['Here:\n```12:15:plans.md\nhush-hush\n```'],
    ['Here:\n```csv title="customers/acme.csv"\nhush-hush\n```'],
    ['plans.md\n```\n<<<<<<< SEARCH\nhush-hush\n=======\nhush-hush\n>>>>>>> REPLACE\n```'],
  ])('%s: is left out', (captured) => {
    expect(capturedText(text(captured))).not.toContain('hush-hush')
    const context = { type: 'other', name: 'context', raw: captured } as const
    expect(capturedText({ blocks: [context] })).not.toContain('hush-hush')
    const other = captured.replaceAll(/plans\.md|customers|api\/\.env/g, 'src/a.ts')
    expect(capturedText(text(other))).toContain('hush-hush')
  })

  test('also where it is written as JSON: what a person changed of what was proposed', () => {
    const captured = JSON.stringify({ tool: 'edited', path: 'plans.md', diff: '+hush-hush' })
    expect(capturedText(text(captured))).not.toContain('hush-hush')
    expect(capturedText(text(captured.replace('plans.md', 'src/a.ts')))).toContain('hush-hush')
  })

  test('and nothing beside it', () => {
    const captured = capturedText(
      text('one\n```1:2:plans.md\nhush-hush\n```\ntwo\n```ts\nthree\n```'),
    )
    expect(captured).toMatch(/one.*left out: \.loreignore.*two.*three/)
  })

  test('a record of a kind not known that names one is left out', () => {
    const raw = { file: { path: 'plans.md', text: 'hush-hush' } }
    expect(capturedText({ blocks: [{ type: 'other', name: 'x', raw }] })).not.toContain('hush-hush')
  })

  test.each([
    ['<property name="ssl.key">hush-hush</property>'],
    ['Create this:\n```.env\nhush-hush\n```'],
    ['Look at plans.md, `plans.md` and .env: hush-hush'],
  ])('what merely looks like it stays: %s', (captured) => {
    expect(capturedText(text(captured))).toContain('hush-hush')
  })
})

describe('what a search found', () => {
  test.each([
    ['HEAD~1:customers/acme.csv:1:hush-hush'],
    ['./customers/acme inc.csv:1:hush-hush'],
    ['customers/müller (1).csv-2-hush-hush'],
    ['customers/acme inc.csv\n1:hush-hush'],
    ['# customers/acme.csv\n│----\n│hush-hush'],
    ['File: customers/acme.csv\nL1: hush-hush\n---'],
    ['==> ./plans.md <==\nhush-hush\n\nhush-hush'],
    ['--- plans.md ---\nhush-hush'],
    ['./customers/acme.csv:\n  Line 1: hush-hush'],
    ['<match path="customers/acme.csv" line=1>hush-hush</match>'],
    ['{"type":"match","data":{"path":{"text":"plans.md"},"lines":{"text":"hush-hush"}}}'],
  ])('%s: is left out', (found) => {
    const captured = capturedText(call('c', { query: 'x' }, 'search_files'), result('c', found))
    expect(captured).not.toContain('hush-hush')
  })

  test('what it found in the next file stays', () => {
    const found = '# customers/acme.csv\n│hush-hush\n# src/a.ts\n│found'
    const captured = capturedText(call('c', { query: 'x' }, 'search_files'), result('c', found))
    expect(captured).not.toContain('hush-hush')
    expect(captured).toContain('found')
  })
})

test('a diff of it is left out, also where it is read with the numbers of its lines', () => {
  const diff = '     1→From: Ada\n     2→diff --git a/plans.md b/plans.md\n     3→+hush-hush'
  expect(capturedText(call('c', { file_path: 'x.patch' }), result('c', diff))).not.toContain(
    'hush-hush',
  )
})

test('of two trees that are compared, too', () => {
  const diff = 'diff -r ./plans.md ../other/plans.md\n1c1\n< hush-hush'
  expect(
    capturedText(call('c', { command: 'diff -r . ../other' }), result('c', diff)),
  ).not.toContain('hush-hush')
})
