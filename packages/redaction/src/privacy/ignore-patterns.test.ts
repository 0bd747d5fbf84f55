import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileIgnorePatterns } from './ignore-patterns.ts'
import { parseIgnoreText } from './ignore-text.ts'
import { isNeverCaptured } from './never-captured.ts'

describe('patterns', () => {
  test.each([
    ['*.sql', 'dump.sql', true],
    ['*.sql', 'data/dump.sql', true],
    ['*.sql', 'dump.sqlite', false],
    ['/dump.sql', 'dump.sql', true],
    ['/dump.sql', 'data/dump.sql', false],
    ['data/', 'data/a/b.txt', true],
    ['data/', 'src/data/b.txt', true],
    ['data/', 'data', false],
    ['data', 'data/a/b.txt', true],
    ['a/**/z.txt', 'a/z.txt', true],
    ['a/**/z.txt', 'a/b/c/z.txt', true],
    ['**/keys/*.txt', 'x/y/keys/a.txt', true],
    ['secrets/**', 'secrets/a/b', true],
    ['file?.[ab]', 'file1.a', true],
    ['file?.[ab]', 'file1.c', false],
    ['*.txt\n!good.txt', 'good.txt', false],
    ['*.txt\n!good.txt\n/good.txt', 'good.txt', true],
    ['# a comment\n\n  ', 'a comment', false],
    ['\\#odd', '#odd', true],
    ['a.b', 'aXb', false],
  ])('%j on %s: %s', (pattern, path, expected) => {
    expect(compileIgnorePatterns(pattern)(path)).toBe(expected)
  })

  test('whatever stands in the file, it is read, and stars in a row take no time', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.string({ maxLength: 60 }), (pattern, path) => {
        expect(typeof compileIgnorePatterns(pattern)(path)).toBe('boolean')
      }),
    )
  })
})

describe('a project', () => {
  test.each([
    ['', true],
    ['# nothing of this\n', true],
    ['*', true],
    ['*.sql\n*\n', true],
    ['*.sql', false],
  ])('%j leaves out the whole of it: %s', (text, isWhole) => {
    expect(parseIgnoreText(text, false).isWhole).toBe(isWhole)
  })
})

test('where a disk knows no capital letters, patterns do not either', () => {
  expect(parseIgnoreText('plans.md', true).matches('docs/Plans.MD')).toBe(true)
  expect(parseIgnoreText('plans.md', false).matches('docs/Plans.MD')).toBe(false)
})

describe('files of secrets', () => {
  test.each([
    ...[
      '.env',
      'a/.env.production',
      'x.pem',
      'home/ada/.ssh/id_rsa',
      '.netrc',
      'infra/prod.tfvars',
    ],
    ...['API/.ENV', 'Server.PEM', 'home/ada/.ssh/deploy_key', 'home/ada/.codex/auth.json'],
    ...['home/ada/.claude/.credentials.json', 'x/prod.tfstate', 'proc/self/environ'],
    ...['home/ada/.local/share/opencode/auth.json', 'home/ada/.bash_history'],
    ...['run/secrets/db_password', 'var/run/secrets/x/token', 'ansible/.vault_pass'],
    ...['home/ada/.aws/credentials', '.npmrc', 'certs/server.key', 'home/ada/.kube/config'],
  ])('%s is left out', (path) => {
    expect(isNeverCaptured(path)).toBe(true)
  })

  test.each([
    ...['.env.example', 'src/env.ts', 'id_rsa.pub', 'src/keys.ts', 'docs/credentials.md'],
    ...['home/ada/.ssh/config', 'home/ada/.ssh/known_hosts', 'home/ada/.ssh/id_ed25519.pub'],
    ...['src/run/secrets.ts', 'app/run/secrets/list.ts', 'docs/vault_pass.md'],
    ...['.Env', 'node.Key', 'src/auth.json', 'codex/auth.ts', '.claude/settings.json'],
    ...['aws/credentials.ts', 'package.json', 'environment.yml'],
  ])('%s is not', (path) => {
    expect(isNeverCaptured(path)).toBe(false)
  })
})
