import { describe, expect, test } from 'vitest'
import { redactSecrets } from './redact-secrets.ts'

const redacted = (text: string): string =>
  redactSecrets(text).text.replaceAll('[REDACTED:table]', '#')

describe('values given to a column that holds secrets', () => {
  test.each([
    [
      "INSERT INTO users (id, password) VALUES (1, 'Kranich4821'), (2, 'Falke7302');",
      "INSERT INTO users (id, password) VALUES (1, '#'), (2, '#');",
    ],
    [
      "insert into u (name, pwd, at)\nvalues\n  ('O''Brien, (Ann)', 'Kranich4821', now()),\n  ('x', NULL, 2);",
      "insert into u (name, pwd, at)\nvalues\n  ('O''Brien, (Ann)', '#', now()),\n  ('x', NULL, 2);",
    ],
    [
      "11:INSERT INTO `u` (`id`, `passwd`)\n12:VALUES\n13:(1, 'Kranich4821');",
      "11:INSERT INTO `u` (`id`, `passwd`)\n12:VALUES\n13:(1, '#');",
    ],
    [
      '{"sql":"INSERT INTO \\"u\\" (\\"id\\", \\"secret\\")\\nVALUES (1, \'a8Kd02mQz71xLw45\')"}',
      '{"sql":"INSERT INTO \\"u\\" (\\"id\\", \\"secret\\")\\nVALUES (1, \'#\')"}',
    ],
    [
      'COPY u (id, password) FROM stdin;\n1\tKranich4821\n2\tFalke7302\n\\.\n9\tFalke7302\n',
      'COPY u (id, password) FROM stdin;\n1\t#\n2\t#\n\\.\n9\tFalke7302\n',
    ],
    [
      '{"dump":"COPY u (id, password) FROM stdin;\\n1\\tKranich4821\\n\\\\."}',
      '{"dump":"COPY u (id, password) FROM stdin;\\n1\\t#\\n\\\\."}',
    ],
    [
      '    1\tCOPY u (id, password) FROM stdin;\n    2\t1\tKranich4821\n    3\t\\.\n',
      '    1\tCOPY u (id, password) FROM stdin;\n    2\t1\t#\n    3\t\\.\n',
    ],
  ])('go: %j', (text, expected) => {
    expect(redacted(text)).toBe(expected)
  })

  test.each([
    "INSERT INTO users (id, email) VALUES (1, 'Kranich4821');",
    'INSERT INTO users (email, password) VALUES ($1, $2), (?, ?), (:a, :password2)',
    "INSERT INTO users (password, email) SELECT 'Kranich4821', b FROM old",
    "INSERT INTO users (password_changed_at) VALUES ('2026-01-02')",
    'COPY u (id, password) FROM stdin;\n1\t\\N\n\\.\n',
    "COPY u (id, password) TO '/tmp/a2'; (1, 'Kranich4821')",
  ])('are none, or of another column: %j', (text) => {
    expect(redactSecrets(text)).toEqual({ text, count: 0, kinds: {} })
  })

  test('go in every row, however many there are', () => {
    const rows = Array.from({ length: 3_000 }, () => "('Kranich4821')").join(',')
    expect(redactSecrets(`INSERT INTO u (password) VALUES ${rows}`).count).toBe(3_000)
  })
})
