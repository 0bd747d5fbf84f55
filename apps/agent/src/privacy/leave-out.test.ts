import type { ReadSession } from '@teamlore/sources/source'
import { describe, expect, test } from 'vitest'
import { leaveOut } from './leave-out.ts'
import { parseProjectIgnore } from './project-ignore.ts'

type Blocks = ReadSession['messages'][number]['blocks']
type Input = Extract<Blocks[number], { type: 'tool_call' }>['input']

const sessionOf = (blocks: Blocks, edits: string[] = []): ReadSession =>
  ({
    cwd: '/work/app',
    messages: [{ key: 'm', blocks }],
    edits: edits.map((path) => ({ path, addedText: ['x'], removedText: [] })),
  }) as unknown as ReadSession

const call = (input: Input): Blocks => [
  { type: 'tool_call', id: 'c1', name: 'Tool', input },
  { type: 'tool_result', tool_call_id: 'c1', text: 'A=hush-hush', is_error: false },
]

const leftOf = (blocks: Blocks, ignore = '/nothing') =>
  leaveOut(sessionOf(blocks), { ignore: parseProjectIgnore(ignore), root: '/work/app' })

const textsOf = (blocks: Blocks, ignore?: string): string =>
  JSON.stringify(leftOf(blocks, ignore).session.messages)

describe('what is read from or written to a file of secrets', () => {
  test.each<[string, Input]>([
    ['Read', { file_path: '/work/app/.env' }],
    ['a relative path', { path: '.env.local' }],
    ['a path of Windows', { filePath: 'C:\\Users\\ada\\.ssh\\id_ed25519' }],
    ['an address', { uri: 'file:///work/app/%2Eenv' }],
    ['Write', { file_path: '/work/app/.env', content: 'A=hush-hush' }],
    ['several edits', { edits: [{ file_path: '/work/app/.env', new_string: 'A=hush-hush' }] }],
    ['a command that prints it', { command: 'cd api && cat .env | sort' }],
    ['a command in words', { command: ['bash', '-lc', 'cat ~/.netrc'] }],
    ['a command that writes it', { command: "echo 'A=hush-hush' >> .env" }],
    ['a here document', { command: 'cat > .env <<EOF\nA=hush-hush\nEOF' }],
    ['a patch', { input: '*** Begin Patch\n*** Update File: .env\n+A=hush-hush\n*** End Patch' }],
    ['a search in it', { cmd: 'grep -n A --file=x .env.production' }],
  ])('%s: neither the call nor its result is sent', (_, input) => {
    const captured = textsOf(call(input))
    expect(captured).not.toContain('hush-hush')
    expect(captured).toContain('[left out: a file of secrets]')
    expect(leftOf(call(input)).count).toBe(2)
  })

  test.each<[string, string]>([
    ['sed', "sed -i 's/^KEY=.*/KEY=hush-hush/' .env"],
    ['grep', 'grep -rn hush-hush .env src/'],
    ['jq', `jq '.password="hush-hush"' credentials.json .env`],
    ['openssl', 'openssl rsa -in server.key -passin pass:hush-hush'],
    ['an address', 'cat .env https://ana:hush-hush@example.com/x'],
  ])('%s: of the command only the names of the secret files are kept', (_, command) => {
    const captured = textsOf(call({ command }))
    expect(captured).not.toContain('hush-hush')
    expect(captured).toMatch(/"paths":\["(?:\.env|credentials\.json|server\.key)"/)
  })

  test.each<[string, Input]>([
    ['an example of it', { file_path: '/work/app/.env.example' }],
    ['a command that only loads it', { command: 'source .env && npm test' }],
    ['a command that only names it', { command: 'git rm --cached .env' }],
    ['another file', { file_path: '/work/app/src/env.ts' }],
  ])('%s stays', (_, input) => {
    const { session, count } = leftOf(call(input))
    expect(count).toBe(0)
    expect(session).toEqual(sessionOf(call(input)))
  })

  test.each([
    'kubeconfig',
    'deploy/kubeconfig.yaml',
    'prod.kubeconfig',
    '/etc/kubernetes/admin.conf',
    '/etc/shadow',
  ])('%s is such a file', (path) => {
    expect(textsOf(call({ file_path: path }))).not.toContain('hush-hush')
  })

  const found = (text: string): string => {
    const result = { type: 'tool_result', tool_call_id: 'c1', text, is_error: false } as const
    const [block] = leftOf([result], 'secret/**').session.messages[0]?.blocks ?? []
    return block?.type === 'tool_result' ? block.text : ''
  }

  test.each([
    ['with numbers', 'src/a.ts:1:ok\n.env:12:A=hush-hush', 'src/a.ts:1:ok\n.env:12:'],
    ['without', 'my-app/.env:A=hush-hush', 'my-app/.env:'],
    ['around what was found', './.env-3-A=hush-hush', './.env-3-'],
    ['in colours', '\u001b[35m.env\u001b[m\u001b[36m:\u001b[mA=hush-hush', '\u001b[35m.env'],
    ['below their file', '.env\n12:A=hush-hush\n13-B=hush-hush', '.env\n12:'],
    ['of the project', 'secret/a.txt:1:hush-hush', 'secret/a.txt:1:'],
  ])('lines that a search over a folder found in it go: %s', (_, text, head) => {
    expect(found(text)).not.toContain('hush-hush')
    expect(found(text).startsWith(head)).toBe(true)
    expect(found(text)).toContain('[left out: ')
  })

  test('but only of a search', () => {
    const printed = (command: string) =>
      textsOf([
        { type: 'tool_call', id: 'c1', name: 'Bash', input: { command } },
        { type: 'tool_result', tool_call_id: 'c1', text: '.env:1:hush-hush', is_error: false },
      ])
    expect(printed('git diff | tail')).toContain('hush-hush')
    expect(printed('cd api && grep -rn A .')).not.toContain('hush-hush')
  })

  test.each([
    'src/env.ts:1:const a = 1',
    '.env.example:1:A=',
    'error: .env: no such file',
    '.env\nsrc/a.ts\n12:ok',
    'key: value\n10:30:00 started',
  ])('other lines stay: %s', (text) => {
    expect(found(text)).toBe(text)
  })

  test('edits of it go, those of others stay; a file in a message loses its text', () => {
    const left = leaveOut(
      sessionOf(
        [{ type: 'file', path: '/work/app/x.pem', text: 'hush-hush' }],
        ['.env', 'src/a.ts'],
      ),
      { ignore: parseProjectIgnore('/nothing'), root: '/work/app' },
    )
    expect(left.session.edits.map(({ path }) => path)).toEqual(['src/a.ts'])
    expect(JSON.stringify(left.session)).not.toContain('hush-hush')
    expect(left.count).toBe(2)
  })
})

describe('what .loreignore names', () => {
  test.each<[string, Input]>([
    ['a file below', { file_path: '/work/app/customers/acme.csv' }],
    ['by a relative path', { path: './customers/acme.csv' }],
    ['printed by a command', { command: 'head -3 customers/acme.csv' }],
  ])('%s is left out', (_, input) => {
    const captured = textsOf(call(input), 'customers/\n')
    expect(captured).not.toContain('hush-hush')
    expect(captured).toContain('[left out: .loreignore]')
  })

  test.each<[string, Input]>([
    ['cd', { command: 'cd customers && cat acme.csv' }],
    ['cd in a shell', { command: ['bash', '-lc', 'cd customers && head -3 acme.csv'] }],
    ['cd twice', { command: 'cd src; cd ../customers; grep A acme.csv' }],
    ['cd into a quoted folder', { command: `cd -- "customers/far away"\ncat acme.csv` }],
    ['pushd', { command: 'pushd customers >/dev/null; cat acme.csv' }],
    ['cd between brackets', { command: 'ls && (cd customers && cat acme.csv)' }],
    ['cd before writing', { command: "cd customers && echo 'hush-hush' > acme.csv" }],
    ['the folder of the call', { command: 'cat acme.csv', workdir: 'customers' }],
    ['the same, from the top', { cmd: 'cat acme.csv', cwd: '/work/app/customers' }],
  ])('reached by %s is left out', (_, input) => {
    expect(textsOf(call(input), 'customers/\n')).not.toContain('hush-hush')
  })

  test('reached from the folder the session was in by then is left out', () => {
    const session = sessionOf(call({ command: 'cat acme.csv' }))
    const messages = session.messages.map((one) => ({ ...one, cwd: '/work/app/customers' }))
    const rules = { ignore: parseProjectIgnore('customers/'), root: '/work/app' }
    expect(leaveOut({ ...session, messages }, rules).count).toBe(2)
    expect(leaveOut(session, rules).count).toBe(0)
  })

  test.each<[string, Input]>([
    ['cd elsewhere', { command: 'cd src && cat acme.csv' }],
    ['brackets that end before', { command: '(cd customers && ls) && cat acme.csv' }],
    ['cd back', { command: 'cd customers && ls && cd .. && cat acme.csv' }],
    ['another folder by its whole path', { command: 'cd customers && cat /etc/hosts' }],
  ])('is not mistaken: %s', (_, input) => {
    expect(leftOf(call(input), 'customers/\n').count).toBe(0)
  })

  test('is about the project: the same name elsewhere stays', () => {
    expect(leftOf(call({ file_path: '/other/customers/acme.csv' }), '/customers/').count).toBe(0)
  })

  test('input that nests without end or is no text is passed over', () => {
    let deep: Input = '.env'
    for (let i = 0; i < 5_000; i++) deep = { file_path: deep }
    expect(leftOf(call(deep)).count).toBe(0)
    expect(leftOf(call({ file_path: 7, path: null, command: [1, null] })).count).toBe(0)
  })
})
