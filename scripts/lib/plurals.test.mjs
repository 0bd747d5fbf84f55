import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** What is counted in answers, by the end of a template: `${n} sessions` says `1 sessions` sooner or later. */
const COUNTED =
  'sessions|messages|prompts|edits|files|commits|memories|lines|entities|hits|notes|days|links|projects|members|drafts|observations|relationships|events|tokens|keys|machines|records|versions|results|jobs|rows|minutes|hours|seconds|warnings|errors|problems|entries|findings|summaries|places|requests|chars|characters'
const BARE = new RegExp(`\\$\\{([^{}]*(?:\\{[^{}]*\\}[^{}]*)*)\\} (?:${COUNTED})\\b`, 'g')
/** Bounds that are written in capitals are never one, a fraction takes the plural, and `+1 −1 lines` is how it is written. */
const TAKES_PLURAL = /[A-Z]{2}|toFixed|\.removed$/

const ROOT = join(import.meta.dirname, '../..')
const sources = ['apps/agent/src', 'apps/api/src', 'apps/web/src', 'packages/core/src'].flatMap(
  (folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|testing\//.test(path))
      .map((path) => join(folder, path)),
)

test('no sentence puts a plural behind a bare number', () => {
  const found = sources.flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        [...line.matchAll(BARE)]
          .filter(([, expression = '']) => !TAKES_PLURAL.test(expression))
          .map(([text]) => `${path}:${at + 1} ${text}`),
      ),
  )
  expect(found).toEqual([])
})
