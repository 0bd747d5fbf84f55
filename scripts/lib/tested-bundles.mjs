// Which bundles a test run needs: tests that start the product start what `npm run build` makes.
const SERVERS = ['agent', 'web', 'api', 'worker', 'server']

const NEEDED_BY_PROJECT = {
  server: SERVERS,
  browser: ['agent', 'web', 'server'],
  agent: ['agent'],
  api: ['agent'],
}

/** Longest path first. What lies elsewhere runs from its sources. */
const PROJECT_OF_PATH = [
  ['apps/server', 'server'],
  ['apps/web/e2e', 'browser'],
  ['apps/agent', 'agent'],
  ['apps/api', 'api'],
]
const FROM_SOURCES = /^(\.\/)?(apps\/(web\/src|worker)|packages|bench)\b/

/** Values of `--project a --project=b`, and the words that name files. */
const readWords = (words) => {
  const projects = []
  const paths = []
  for (const [at, word] of words.entries()) {
    if (words[at - 1] === '--project') projects.push(word)
    else if (word.startsWith('--project=')) projects.push(word.slice('--project='.length))
    else if (!word.startsWith('-')) paths.push(word)
  }
  return { projects, paths }
}

const projectOf = (path) =>
  PROJECT_OF_PATH.find(([folder]) => path.replace(/^\.\//, '').startsWith(folder))?.[1]

/** @returns names for `build`; empty when everything that will run, runs from its sources. */
export const bundlesFor = (words) => {
  const { projects, paths } = readWords(words)
  const named = projects.length > 0 ? projects : paths.map((path) => projectOf(path) ?? path)
  const isAnything = named.length === 0 || (projects.length === 0 && named.some(isUnknown))
  const needed = isAnything ? SERVERS : named.flatMap((name) => NEEDED_BY_PROJECT[name] ?? [])
  return [...new Set(needed)]
}

/** A word such as `faults` may stand for a file of any project. */
const isUnknown = (name) => !(name in NEEDED_BY_PROJECT) && !FROM_SOURCES.test(name)
