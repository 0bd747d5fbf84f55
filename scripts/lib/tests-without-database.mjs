// Which tests are the same whatever database there is: on real servers they need not run once more.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const IMPORTS =
  /(?:^|\n)\s*(import|export)\s+(type\s)?[^'"]*?from\s*'([^']+)'|import\(\s*'([^']+)'\s*\)/g

/** What a file takes from others as it runs; its types need no database. */
const importsOf = (text) =>
  [...text.matchAll(IMPORTS)]
    .filter(([, , isType]) => isType === undefined)
    .map(([, , , from, dynamic]) => from ?? dynamic)

/** In `db` itself nothing is imported by its name: there a test asks which engine it is for, or opens the embedded one whatever is asked. */
const ASKS_FOR_SERVERS = /TEST_(?:ENGINE|DATABASE_URL|REDIS_URL)/

const isOfDatabase = (specifier) => /^@teamlore\/db(\/|$)/.test(specifier)

/** What a file imports and whether it names a database itself, read once. */
const createReader = () => {
  const known = new Map()
  return (path) => {
    const before = known.get(path)
    if (before !== undefined) return before
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
    const specifiers = importsOf(text)
    const found = {
      opens: ASKS_FOR_SERVERS.test(text) || specifiers.some(isOfDatabase),
      files: specifiers
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => join(dirname(path), specifier)),
    }
    known.set(path, found)
    return found
  }
}

const reaches = (path, read) => {
  const seen = new Set([path])
  // A set that grows is gone through to its end.
  for (const file of seen) {
    const { opens, files } = read(file)
    if (opens) return true
    for (const next of files) seen.add(next)
  }
  return false
}

/**
 * For `exclude` of a vitest.config.ts: the test files of a package that by any import reach no database that could be another one. Nobody lists them, so
 * that a test which begins to open one runs on every engine from then on.
 *
 * @param folder of the package
 */
export const testsWithoutDatabase = (folder) => {
  const read = createReader()
  return readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, 'src', name))
    .filter((path) => !reaches(path, read))
    .map((path) => relative(folder, path).replaceAll('\\', '/'))
}
