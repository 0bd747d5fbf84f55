import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './run.mjs'

const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

const filesBelow = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .map((path) => path.replaceAll('\\', '/'))

const OF_AGENT = 'apps/agent/'

/** Everything the package of the agent holds, where it lies, and its package.json: for `npm pack` and for servers that hand it out. */
export const agentPackage = () => {
  const whole = read('package.json')
  const agent = read('apps/agent/package.json')
  // Its map is for those who have the sources.
  const own = ['bin/lore.mjs', 'dist/lore.cjs', 'dist/graph-parser.mjs']
  const grammars = filesBelow('apps/agent/dist/grammars').map((path) => path.slice(OF_AGENT.length))
  const files = [
    ...[...own, ...grammars].map((path) => ({ path, from: `${OF_AGENT}${path}` })),
    ...['LICENSE', 'NOTICE'].map((path) => ({ path, from: path })),
    { path: 'README.md', from: 'docs/cli.md' },
  ]
  const manifest = {
    name: agent.name,
    version: whole.version,
    description:
      'Sends the sessions of your AI coding tools to your team’s Teamlore, and finds what they hold.',
    license: agent.license,
    type: 'module',
    bin: agent.bin,
    engines: whole.engines,
    optionalDependencies: agent.optionalDependencies,
  }
  return { manifest, files }
}

/** What a server that hands the agent out goes by; it lies beside the agent's build. */
export const writeAgentList = () => {
  mkdirSync(join(root, 'apps/agent/dist'), { recursive: true })
  writeFileSync(join(root, 'apps/agent/dist/package-list.json'), JSON.stringify(agentPackage()))
}
