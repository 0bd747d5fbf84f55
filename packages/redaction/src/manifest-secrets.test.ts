import { describe, expect, test } from 'vitest'
import { PLAIN_REDACTOR } from './custom/create-redactor.ts'
import { redactJson } from './redact-json.ts'
import { redactSecrets } from './redact-secrets.ts'
import { newTally } from './tally.ts'

const mark = '[REDACTED:manifest]'
const coded = btoa('x9Tq-77aa-Zp')
const other = btoa('q8Zr-41Bx-7Lm')
const head = 'kind: Secret\n'
/** `§` and `§§` stand for two coded values. */
const filled = (text: string): string => text.replaceAll('§§', other).replaceAll('§', coded)
const marked = (text: string): string => text.replace(/§§?/g, mark)
const sha = '4f8a1c9e2b7d30564f8a1c9e2b7d305611aa22bb'

describe('the values of a Secret in lines', () => {
  test.each([
    ['a remark behind data', 'data: # ours\n  foo: §\n  bar: §§\n'],
    ['a line of a remark', 'data:\n  # the first\n  foo: §\n# the second\n  bar: §§\n'],
    ['an empty line', 'data:\n\n  foo: §\n\n  bar: §§\n'],
    ['a remark behind a value', 'data:\n  foo: § # old\n  bar: "§§" # new\n'],
    ['a variable first', 'data:\n  foo: {{ .Values.foo2 }}\n  bar: §\n'],
    ['lines of a template', 'data:\n{{- if .on }}\n  foo: §\n{{- end }}\n  bar: §§\n'],
    [
      'a text with blanks first',
      'stringData:\n  note: "my db"\n  more: my db\n  pin: x9Tq77aaZp\n',
    ],
    ['a block', 'data:\n  foo: |\n    §\n  bar: >-\n    §§\n'],
    ['a value in the next line', 'data:\n  foo:\n    §\n  bar: §§\n'],
    ['a tag', 'data:\n  foo: !!binary §\n  bar: !!binary |\n    §§\n'],
    ['an added line', '   data:\n     foo: §\n+    bar: §§\n-    baz: §\n'],
    ['names of files', 'data:\n  foo: §\n', 'x.yaml-7-'],
    ['names of files alone', 'data:\n  foo: §\n  bar: §§\n', 'x.yaml-'],
    ['numbers of lines', 'data:\n  foo: §\n  bar: §§\n', '    12\t'],
    ['line ends of Windows', 'data:\r\n  foo: §\r\n  bar: §§\r\n'],
  ])('all go: %s', (_, text, prefix = '') => {
    const whole = (head + text).replace(/^(?=.)/gm, prefix)
    const wanted = marked(whole).replace('x9Tq77aaZp', mark)
    expect(redactSecrets(filled(whole)).text).toBe(wanted)
    const within = JSON.stringify({ stdout: filled(whole) })
    expect(redactSecrets(within).text).toBe(JSON.stringify({ stdout: wanted }))
    const twice = JSON.stringify({ text: within })
    expect(redactSecrets(twice).text).toBe(
      JSON.stringify({ text: JSON.stringify({ stdout: wanted }) }),
    )
  })

  test('go whole in quotes and between braces, with blanks too', () => {
    const text = (value: string) =>
      `${head}stringData:\n  note: "my db"\n  pw: "${value}"\n---\n{"kind":"Secret","stringData":{"note":"my db","pw":"${value}"}}`
    expect(redactSecrets(text('Tr0ub4dor &3 x')).text).toBe(text(mark))
  })

  test('go where several lines of base64 make one', () => {
    const file = btoa('{"type":"x","a":"some text that is long","password":"Falke99x2"}')
    const text = (lines: string) => `${head}data:\n  sa.json: |\n    ${lines}\ntype: Opaque\n`
    expect(redactSecrets(text(file.replace(/(.{40})/g, '$1\n    '))).text).toBe(text(mark))
  })

  test.each([
    ['the fields behind', `${head}data:\n  a: cm9ib3Q=\nmetadata:\n  uid: ${coded}\n`],
    [
      'another kind behind',
      `- kind: Secret\n  data:\n    a: cm9ib3Q=\n- kind: ConfigMap\n  data:\n    COMMIT: ${sha}\n    main: ${coded}\n`,
    ],
    [
      'a kind behind its data',
      `- data:\n    main: ${coded}\n  kind: ConfigMap\n- data:\n    a: cm9ib3Q=\n  kind: Secret\n`,
    ],
    [
      'the hash of a version',
      `{"kind":"Secret","data":{"commit":"${sha}","imageDigest":"${sha}"}}`,
    ],
    ['another text', `{"a":"kind: Secret\\ndata:\\n  a: cm9ib3Q=","b":"x\\n  main: ${coded}"}`],
    [
      'texts',
      `${head}stringData:\n  note: Kept in the vault 2\n  app.conf: |\n    listen 8080\n    mode fast2\n`,
    ],
  ])('stay: %s', (_, text) => {
    expect(redactSecrets(text)).toEqual({ text, count: 0, kinds: {} })
  })
})

describe('a file within a Secret', () => {
  const docker = btoa('{"auths":{"r.example.com":{"username":"ada","password":"Falke99x2"}}}')
  const account = btoa(
    `{\n "private_key": "${'-'.repeat(5)}BEGIN PRIVATE KEY${'-'.repeat(5)}\\n${coded.repeat(8)}\\n${'-'.repeat(5)}END PRIVATE KEY${'-'.repeat(5)}\\n"\n}\n`,
  )
  const settings = btoa('{"listen":8080,"mode":"fast","level":"debug"}')

  test('goes whole where something in it would go', () => {
    const text = (one: string, two: string) =>
      `${head}data:\n  .dockerconfigjson: ${one}\n  sa.json: ${two}\n  settings.json: ${settings}\n`
    expect(redactSecrets(text(docker, account)).text).toBe(text(mark, mark))
    const fields = (one: string, two: string) => ({
      kind: 'Secret',
      data: { '.dockerconfigjson': one, 'sa.json': two, 'settings.json': settings },
    })
    const tally = newTally(PLAIN_REDACTOR)
    expect(redactJson(fields(docker, account), tally)).toEqual(fields(mark, mark))
  })
})

describe('a phrase in the fields of a Secret', () => {
  test('goes behind the name of a secret alone', () => {
    const fields = (pw: string, password: string) => ({
      kind: 'Secret',
      stringData: { pw, password, note: 'correct horse battery staple', db_password: 'Ask Ada' },
    })
    const tally = newTally(PLAIN_REDACTOR)
    expect(redactJson(fields('Tr0ub4dor &3 xY9', 'correct horse battery staple'), tally)).toEqual(
      fields(mark, mark),
    )
  })
})
