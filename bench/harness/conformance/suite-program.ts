import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { benchEnv } from '../bench-env.ts'

const run = promisify(execFile)

const SUITE = '@modelcontextprotocol/conformance'
/** Pinned: what the suite asks for changes with its versions, and npm's latest knows nothing of the newer protocol. */
const SUITE_VERSION = '0.2.0-alpha.12'
const LEAST_NODE = 24
const NODE_PACKAGE = `node-${process.platform}-${process.arch}`

const FOLDER = fileURLToPath(new URL('../../../bench-results/conformance', import.meta.url))

/** The suite as it was installed, and the Node that runs it. */
export type SuiteProgram = { node: string; script: string; folder: string }

const isNewEnough = async (node: string): Promise<boolean> => {
  const said = await run(node, ['--version']).catch(() => undefined)
  return Number(/^v(\d+)/.exec(said?.stdout ?? '')?.[1] ?? 0) >= LEAST_NODE
}

/** Of `TEST_NODES`, or this very one; undefined where none is new enough. */
const nodeAtHand = async (): Promise<string | undefined> => {
  const nodes = [...benchEnv().nodes.map((folder) => join(folder, 'node')), process.execPath]
  for (const node of nodes) if (await isNewEnough(node)) return node
  return undefined
}

const installed = (name: string): string => join(FOLDER, 'node_modules', name)

const isInstalled = (name: string, version: string): boolean => {
  const file = join(installed(name), 'package.json')
  if (!existsSync(file)) return false
  const { version: found } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  return found.startsWith(version)
}

const install = async (packages: readonly string[]): Promise<void> => {
  mkdirSync(FOLDER, { recursive: true })
  const quietly = [
    '--ignore-scripts',
    '--fetch-retries=1',
    '--no-audit',
    '--no-fund',
    '--no-save',
    '--prefix',
    FOLDER,
  ]
  await run('npm', ['install', ...quietly, ...packages]).catch((error: { stderr?: string }) => {
    const [, why = 'npm did not run'] = /^npm error code (\S+)/m.exec(error.stderr ?? '') ?? []
    throw new Error(
      `Nothing was measured: ${packages.join(' and ')} could not be installed (${why}). The suite comes from the npm registry, the first time.`,
    )
  })
}

/**
 * Installs the suite, and a Node for it where none is at hand, into a folder that the next run finds.
 * @throws Error whose message says what is missing
 */
export const openSuite = async (): Promise<SuiteProgram> => {
  const node = await nodeAtHand()
  const hasNode = node !== undefined || isInstalled(NODE_PACKAGE, `${LEAST_NODE}.`)
  // One call for both: npm takes away what it is not asked for.
  const packages = [
    ...(node === undefined ? [`${NODE_PACKAGE}@${LEAST_NODE}`] : []),
    `${SUITE}@${SUITE_VERSION}`,
  ]
  if (!hasNode || !isInstalled(SUITE, SUITE_VERSION)) await install(packages)
  return {
    node: node ?? join(installed(NODE_PACKAGE), 'bin', 'node'),
    script: join(installed(SUITE), 'dist', 'index.js'),
    folder: installed(SUITE),
  }
}
