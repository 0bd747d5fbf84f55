// Which bundles a test run needs: tests that start the product start what `npm run build` makes.
const SERVERS = ['agent', 'web', 'web-path', 'api', 'worker', 'server']

const NEEDED_BY_PROJECT = {
  e2e: SERVERS,
  'e2e-browser': ['agent', 'web', 'server'],
  agent: ['agent'],
  api: ['agent'],
}

/** Longest path first. What lies elsewhere runs from its sources. */
const PROJECT_OF_PATH = [
  ['apps/server/e2e', 'e2e'],
  ['apps/web/e2e', 'e2e-browser'],
  ['apps/agent', 'agent'],
  ['apps/api', 'api'],
]
const FROM_SOURCES = /^(\.\/)?(apps\/(web\/src|worker|server\/src)|packages|bench|scripts)\b/

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

/** Projects whose tests start a server or a browser. `npm run test:e2e` runs these, `npm test` all others. */
const STARTS_A_SERVER = 'e2e*'

/**
 * What vitest is called with: `words` as they are when they name projects or files.
 *
 * @param words what follows `npm test --`; `--e2e` stands for the tests that start a server or a browser
 */
export const vitestWords = (words) => {
  const others = words.filter((word) => word !== '--e2e')
  if (others.length < words.length) {
    return [`--project=${STARTS_A_SERVER}`, ...others]
  }
  const { projects, paths } = readWords(others)
  const isNamed = projects.length > 0 || paths.length > 0
  return isNamed ? others : [`--project=!${STARTS_A_SERVER}`, ...others]
}

/** What `e2e*` and `!e2e*` stand for; any other name for itself. */
const projectsLike = (name) => {
  const isLike = (known) => known.startsWith('e2e')
  if (name === STARTS_A_SERVER) return Object.keys(NEEDED_BY_PROJECT).filter(isLike)
  if (name === `!${STARTS_A_SERVER}`)
    return Object.keys(NEEDED_BY_PROJECT).filter((known) => !isLike(known))
  return [name]
}

/** @returns names for `build`; empty when everything that will run, runs from its sources. */
export const bundlesFor = (words) => {
  const { projects: given, paths } = readWords(words)
  const projects = given.flatMap(projectsLike)
  const named = projects.length > 0 ? projects : paths.map((path) => projectOf(path) ?? path)
  const isAnything = named.length === 0 || (projects.length === 0 && named.some(isUnknown))
  const needed = isAnything ? SERVERS : named.flatMap((name) => NEEDED_BY_PROJECT[name] ?? [])
  return [...new Set(needed)]
}

/** A word such as `faults` may stand for a file of any project. */
const isUnknown = (name) => !(name in NEEDED_BY_PROJECT) && !FROM_SOURCES.test(name)
