import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const shown = [
  'README.md',
  ...['docs', 'apps/agent/src', 'apps/api/src', 'apps/server/src', 'apps/web/src', 'packages']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
        join(folder, path),
      ),
    )
    .filter(
      (path) => /\.(?:md|ya?ml|tsx?)$/.test(path) && !/node_modules|\/dist\/|\.test\./.test(path),
    ),
]
const linesWith = (pattern) =>
  shown.flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : [])),
  )

test('no text has the name of our command fetched from a registry, where it is another package', () => {
  expect(
    linesWith(
      /(?:npx|bunx|npm exec|pnpm dlx|yarn dlx)(?: -{1,2}[\w=-]+)*(?: --)? @?(?:team)?lore\b/,
    ),
  ).toEqual([])
  expect(linesWith(/npm (?:i|install|add)(?: -{1,2}[\w-]+)* @?(?:team)?lore\b/)).toEqual([])
})

test('no text puts a key on a command line', () => {
  expect(linesWith(/\blore [\w ]*--key[= ](?:tlk_|["'$]|KEY\b)/)).toEqual([])
})
