import { describe, expect, test } from 'vitest'
import { createRedactor, PLAIN_REDACTOR } from './custom/create-redactor.ts'
import { redactJson } from './redact-json.ts'
import { newTally } from './tally.ts'

const taken = (value: Parameters<typeof redactJson>[0], by = PLAIN_REDACTOR) => {
  const tally = newTally(by)
  return { value: redactJson(value, tally), count: tally.count, kinds: tally.kinds }
}
const mark = '[REDACTED:manifest]'
const coded = btoa('x9Tq-77aa-Zp')

describe('a Secret of Kubernetes in fields', () => {
  test('loses its values, coded and plain, whatever they are called', () => {
    const { value, count, kinds } = taken({
      kind: 'Secret',
      metadata: { name: 'db', uid: '4f8a1c9e2b7d30564f8a1c9e2b7d3056' },
      data: { password: btoa('Kranich-4711'), main: coded, username: btoa('ada4711') },
      stringData: { dsn: 'postgres://ada:Falke99@db2/shop', host: 'db2.example.com' },
    })
    expect(value).toEqual({
      kind: 'Secret',
      metadata: { name: 'db', uid: '4f8a1c9e2b7d30564f8a1c9e2b7d3056' },
      data: { password: mark, main: mark, username: btoa('ada4711') },
      stringData: { dsn: mark, host: 'db2.example.com' },
    })
    expect({ count, kinds }).toEqual({ count: 3, kinds: { manifest: 3 } })
  })

  test('is found in a list, and deep in what a call was given', () => {
    const secret = { kind: 'Secret', data: { pin: coded } }
    expect(taken({ input: { kind: 'List', items: [secret, { kind: 'Pod' }] } }).value).toEqual({
      input: { kind: 'List', items: [{ kind: 'Secret', data: { pin: mark } }, { kind: 'Pod' }] },
    })
    expect(taken({ kind: 'SecretList', items: [{ data: { pin: coded } }] }).value).toEqual({
      kind: 'SecretList',
      items: [{ data: { pin: mark } }],
    })
  })

  test('loses a value that was coded with the end of its line', () => {
    expect(taken({ kind: 'Secret', data: { pin: btoa('Falke99x2\n') } }).count).toBe(1)
  })

  test('keeps what is no secret', () => {
    const value = {
      kind: 'Secret',
      type: 'Opaque',
      data: { 'tls.crt': btoa(`${'-'.repeat(5)}BEGIN CERTIFICATE${'-'.repeat(5)}\n`), pin: '' },
      stringData: {
        'app.conf': 'listen 8080\nworkers 2\nmode fast\n',
        note: 'Für die Größe der Datenbank 2',
        pin: '{{ .Values.pin2 }}',
        on: true,
      },
    }
    expect(taken(value)).toEqual({ value, count: 0, kinds: {} })
  })

  test('loses from a file in plain text only what is a secret there', () => {
    const conf = (password: string) => `listen 8080\npassword = ${password}\n`
    const { value } = taken({ kind: 'Secret', stringData: { 'app.conf': conf('Falke99x2') } })
    expect(value).toEqual({
      kind: 'Secret',
      stringData: { 'app.conf': conf('[REDACTED:assignment]') },
    })
  })

  test('is none where the kind is another', () => {
    const value = { kind: 'ConfigMap', data: { pin: coded, list: ['x'] } }
    expect(taken(value)).toEqual({ value, count: 0, kinds: {} })
    const odd = { kind: 'SecretList', items: 'none', data: [coded] }
    expect(taken(odd)).toEqual({ value: odd, count: 0, kinds: {} })
  })

  test('keeps what somebody allowed', () => {
    const value = { kind: 'Secret', data: { pin: coded } }
    expect(taken(value, createRedactor({ rules: [], allow: [coded] })).count).toBe(0)
  })

  test('is the same when it is looked at twice', () => {
    const once = taken({ kind: 'Secret', data: { pin: coded } }).value
    expect(taken(once)).toEqual({ value: once, count: 0, kinds: {} })
  })
})

describe('a name and its value in fields apart', () => {
  const secret = 'x9Tq77aaZpKw31Lm'
  const field = '[REDACTED:field]'

  test.each([
    (value: string) => ({ env: [{ name: 'DB_PASSWORD', value }] }),
    (value: string) => ({ headers: [{ name: 'X-Api-Key', value }] }),
    (value: string) => ({ header: [{ key: 'client_secret', text: value }] }),
    (value: string) => ({ Name: '/prod/db/password', Type: 'SecureString', Value: value }),
    (value: string) => ({ Key: 'API_TOKEN', Value: value }),
    (value: string) => ({ password: { value } }),
    (value: string) => ({ args: ['login', '--password', value, 'x9Tq77aaZpKw31Ln'] }),
  ])('are judged together (%#)', (make) => {
    expect(taken(make(secret))).toEqual({ value: make(field), count: 1, kinds: { field: 1 } })
  })

  test('are judged as a header where they are one', () => {
    const header = (value: string) => ({ name: 'Authorization', value: `Bearer ${value}` })
    expect(taken(header(secret)).count).toBe(1)
  })

  test.each([
    { env: [{ name: 'REGION', value: secret }] },
    { args: ['--password', 'file2.ts'] },
    { env: [{ name: 'DB_PASSWORD', value: '$DB_PASSWORD2' }] },
    { env: [{ name: 'TOKEN_COUNT', value: secret }] },
    { tokens: [{ type: 'text', text: secret }, { value: secret }] },
    { token: { type: 'Literal', value: secret } },
    { name: 'password', value: true, label: secret },
    { args: ['--password-file', secret, '--token', '--token-id', secret] },
  ])('are none where the name is that of something else (%#)', (value) => {
    expect(taken(value)).toEqual({ value, count: 0, kinds: {} })
  })
})

describe('the words that a program is started with', () => {
  test('are judged as the line that a person types', () => {
    const code = 'q7Rk2_xVt0bZ9mWc4Hs-E1uJy8LfN3aGdP6oTi5KwXe'
    expect(taken({ command: 'lftp', args: ['-u', 'ada,Kranich-482!', 'ftp.example.org'] })).toEqual(
      {
        value: {
          command: 'lftp',
          args: ['-u', 'ada,[REDACTED:command-line]', 'ftp.example.org'],
        },
        count: 1,
        kinds: { 'command-line': 1 },
      },
    )
    expect(taken({ argv: ['lore', 'join', code] }).value).toEqual({
      argv: ['lore', 'join', '[REDACTED:invitation]'],
    })
    expect(taken({ command: ['curl', '-u', 'ada:Kranich-482!', 'https://x.org'] }).value).toEqual({
      command: ['curl', '-u', 'ada:[REDACTED:command-line]', 'https://x.org'],
    })
  })

  test('keep what is no secret', () => {
    const value = { command: 'git', args: ['log', '-u', 'src,docs', '--format=%H', 'join', 'x'] }
    expect(taken(value)).toEqual({ value, count: 0, kinds: {} })
  })
})
