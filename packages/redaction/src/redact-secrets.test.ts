import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findAnchors, RULES } from './find-secrets.ts'
import { redactSecrets } from './redact-secrets.ts'
import { syntheticSecrets } from './testing/synthetic-secrets.ts'

const secrets = syntheticSecrets()

describe('secrets are taken out', () => {
  test('at least 25 kinds are covered', () => {
    expect(new Set(secrets.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(25)
  })

  test.each(secrets)('$kind: nothing of it is left, what stands around it stays', (sample) => {
    const { kind, text, secret } = sample
    const { text: redacted, kinds } = redactSecrets(text)
    expect(redacted).not.toContain(secret)
    expect(redacted).toBe(text.replace(secret, `[REDACTED:${kind}]`))
    expect(kinds).toEqual({ [kind]: 1 })
  })

  test('in one long text all of them are found', () => {
    const text = secrets.map((sample) => `line before\n${sample.text}\nline after`).join('\n')
    const { text: redacted, count } = redactSecrets(text)
    for (const { secret } of secrets) expect(redacted).not.toContain(secret)
    expect(count).toBe(secrets.length)
    expect(redacted.match(/line (?:before|after)/g)).toHaveLength(secrets.length * 2)
  })

  test('a key that a cut text ends inside is taken out as far as it goes', () => {
    const pem = secrets.find(({ kind }) => kind === 'private-key')?.secret ?? ''
    const { text } = redactSecrets(`key:\n${pem.slice(0, 150)}`)
    expect(text).toBe('key:\n[REDACTED:private-key]')
  })

  test('finds a bot’s token in the address it is used in', () => {
    const bot = `${'1234567890'}:A${'Ab3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xYz7'}`
    const { text } = redactSecrets(`GET https://api.telegram.org/bot${bot}/getMe`)
    expect(text).toBe('GET https://api.telegram.org/bot[REDACTED:telegram]/getMe')
  })

  const password = 'Kran1ch-4711x'
  test.each([
    `unzip -o -P ${password} a.zip`,
    `zip -P ${password} a.zip b`,
    `ldapsearch -x -D cn=admin -w ${password} -b dc=x`,
    `keytool -importkeystore -srcstorepass ${password} -destkeystore b`,
    `keytool -list -storepass ${password}`,
    `htpasswd -bc .htpasswd ada ${password}`,
    `net use Z: \\\\nas\\x /user:ada ${password}`,
    `gh secret set DEPLOY --body "${password}"`,
    `Das Passwort: ${password}`,
    `the password is ${password}.`,
    `Das Kennwort ist jetzt '${password}'`,
  ])('finds what is typed in: %s', (typed) => {
    const { text, count } = redactSecrets(typed)
    expect(text).not.toContain(password)
    expect(count).toBe(1)
  })

  test.each([
    'the password is required',
    'the token is expired_at_2024',
    'zip -r out.zip src/packages/v2',
    'ldapsearch -x -w $LDAP_PASSWORD',
    'htpasswd -n ada',
    'the secret is stored in kubernetes-secrets-v2',
  ])('leaves alone: %s', (typed) => {
    expect(redactSecrets(typed).text).toBe(typed)
  })

  test('private blocks may nest, and one that is never closed is left alone', () => {
    expect(redactSecrets('a <private>b <PRIVATE>c</private> d</private> e').text).toBe(
      'a [REDACTED:private] e',
    )
    expect(redactSecrets('write <private> around it').text).toBe('write <private> around it')
    expect(redactSecrets('</private> and <private>x</private>').text).toBe(
      '</private> and [REDACTED:private]',
    )
  })
})

describe('look-alikes stay', () => {
  const dashes = '-'.repeat(5)
  test.each([
    ['a git hash', 'commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b'],
    [
      'a git hash behind a colon',
      'token of the tree: see 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b',
    ],
    ['a sha256', 'sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'],
    [
      'a UUID',
      'uuid 550e8400-e29b-41d4-a716-446655440000, key: 550e8400-e29b-41d4-a716-446655440000',
    ],
    [
      'an integrity line of a lock file',
      '"integrity": "sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg=="',
    ],
    [
      'a base64 image',
      `data:image/png;base64,${'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ'.repeat(50)}`,
    ],
    ['a URL without a password', 'see https://example.com:8080/a@b and git@github.com:x/y.git'],
    ['a URL with a placeholder', 'postgres://user:$DB_PASSWORD@host/db, https://<token>@host/'],
    ['a type', 'type Login = { password: string; token: AuthToken; apiKey?: string }'],
    [
      'a variable',
      'const token = process.env.API_TOKEN; password = user.password; secret = getSecret2(name)',
    ],
    [
      'a shell variable',
      'export API_TOKEN=$MY_TOKEN; curl -u "$USER:$PASS" -H "Authorization: Bearer $TOKEN"',
    ],
    ['counts', 'max_tokens=4096 token_count: 123456 tokens: 99999999 password_length = 12345678'],
    ['other words', 'tokenizer: cl100k_base2, secretary: room12345, passwordless=enabled1'],
    [
      'a name of a secret',
      'secretName: prod-db-credentials-2024, token_url=https://x/oauth2/token1',
    ],
    ['a folder', 'pwd: /home/me/project2, PWD=/srv/app1'],
    [
      'a marker that is only talked about',
      `the ${dashes}BEGIN PRIVATE KEY${dashes} line is missing`,
    ],
    ['prose', 'The password must be long. The bearer of this token: nobody. Secret: none.'],
    ['times', '12345678:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa at 20250101:120000'],
    ['a public key', 'STRIPE_PUBLIC_KEY=pk_live_nothing1secret2here3'],
    ['versions and paths', 'node_modules/@scope/token-9.1.2/secret-store.js:12:34'],
    ['stars', 'password=********** token: "xxxxxxxxxxxx"'],
  ])('%s', (_, text) => {
    expect(redactSecrets(text)).toEqual({ text, count: 0, kinds: {} })
  })
})

describe('properties', () => {
  const fragment = fc.oneof(
    fc.constantFrom(...secrets.map(({ text }) => text)),
    fc.constantFrom(...secrets.map(({ secret }) => secret)),
    fc.constantFrom(
      'password=',
      '"token": "',
      '://',
      ':',
      '@',
      '[REDACTED:',
      ']',
      '<private>',
      '</private>',
      'Bearer ',
      ...['%3D', '%22', '\\u0022', '\\n', '\u001b[31m', '\\033[0m', '&quot;', '\\"'],
      '\n',
      ' ',
    ),
    fc.string({ maxLength: 20 }),
  )
  const anyText = fc.array(fragment, { maxLength: 12 }).map((parts) => parts.join(''))

  test('redacting twice is the same as once', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = redactSecrets(text).text
        expect(redactSecrets(once)).toEqual({ text: once, count: 0, kinds: {} })
      }),
      { numRuns: 500 },
    )
  })

  test('a secret is found wherever lines around it put it', () => {
    const sample = fc.constantFrom(...secrets)
    fc.assert(
      fc.property(
        fc.lorem({ maxCount: 30 }),
        sample,
        fc.lorem(),
        (before, { text, secret }, after) => {
          expect(redactSecrets(`${before}\n${text}\n${after}`).text).not.toContain(secret)
        },
      ),
    )
  })
})

describe('the rules', () => {
  /** Counts, classes and escapes aside, what says "as often as you like". */
  const isUnbounded = (source: string): boolean =>
    /[*+]|\{\d+,\}/.test(source.replace(/\\./g, '').replace(/\[[^\]]*\]/g, ''))

  test('a guard that sees what is unbounded', () => {
    expect(isUnbounded('a+')).toBe(true)
    expect(isUnbounded('[a-z]{3,}')).toBe(true)
    expect(isUnbounded('\\+[*+]{1,3}a{2}')).toBe(false)
  })

  test.each(RULES.map(({ name, pattern }, index) => [`${index} ${name}`, pattern] as const))(
    '%s looks only as far as its bounds, from one place',
    (_, { source, sticky }) => {
      expect(isUnbounded(source)).toBe(false)
      expect(sticky).toBe(true)
    },
  )

  test('are tried once for each of their anchors, however many there are', () => {
    const tries = (units: number): number => {
      let count = 0
      findAnchors('token: ://a:sk-'.repeat(units), () => count++)
      return count
    }
    expect(tries(2_000)).toBe(2 * tries(1_000))
  })

  test('thousands of begin lines and private tags are each looked at once', () => {
    const dashes = '-'.repeat(5)
    const begins = `${dashes}BEGIN PRIVATE KEY${dashes}\n`.repeat(5_000)
    expect(redactSecrets(begins).count).toBe(0)
    expect(redactSecrets('<private>'.repeat(5_000) + '</private>'.repeat(5_000)).text).toBe(
      '[REDACTED:private]',
    )
  })
})
