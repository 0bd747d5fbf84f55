import { createHash } from 'node:crypto'
import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { LoreClient } from '@teamlore/shared'
import type { ServedAgent } from '@teamlore/shared/agent'
import { z } from 'zod'
import { CliError } from '../errors/cli-error.ts'
import type { ProgramPlaces } from './program-places.ts'

/** Runs a program to its end, without a shell. */
export type RunToEnd = (
  file: string,
  args: readonly string[],
) => Promise<{ code: number; stdout: string; stderr: string }>

export type InstalledProgram = { version: string; script: string; hasChanged: boolean }

const installedSchema = z.object({ version: z.string(), integrity: z.string() })

const DOWNLOAD_MS = 120_000

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const installedIn = async ({ installed, script }: ProgramPlaces) => {
  try {
    const known = installedSchema.parse(JSON.parse(await readFile(installed, 'utf8')))
    return (await exists(script)) ? known : undefined
  } catch {
    return undefined
  }
}

const download = async (server: string, { integrity }: ServedAgent): Promise<Buffer> => {
  const answer = await fetch(`${server}/agent.tgz`, { signal: AbortSignal.timeout(DOWNLOAD_MS) })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const sum = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  if (answer.ok && sum === integrity) return bytes
  throw new CliError({
    code: 'program.broken_download',
    message: 'The agent did not come from the server as the server says it is.',
    hint: 'Run the command again. If it stays so, something between this machine and the server changes what is sent.',
  })
}

/** npm as it lies beside this node, else as the system finds it. */
const npmOf = async (node: string): Promise<[file: string, ...words: string[]]> => {
  const beside = dirname(node)
  for (const folder of [join(beside, 'node_modules'), join(beside, '../lib/node_modules')]) {
    const script = join(folder, 'npm/bin/npm-cli.js')
    if (await exists(script)) return [node, script]
  }
  return ['npm']
}

/** Nothing that is not needed is asked of a registry, and that only once and not for long: there may be none. */
const NPM_WORDS = [
  ...['install', '--no-audit', '--no-fund', '--no-update-notifier', '--no-package-lock'],
  ...['--omit=dev', '--prefer-offline', '--fetch-retries=0', '--fetch-timeout=15000', '--silent'],
]

const unpack = async (
  file: string,
  served: ServedAgent,
  { folder, script }: ProgramPlaces,
  { run, node }: { run: RunToEnd; node: string },
): Promise<void> => {
  const manifest = {
    private: true,
    dependencies: { '@teamlore/agent': `file:${file}` },
    // Native parts, for the tools whose stores need them. Without a registry the others work.
    optionalDependencies: served.optional,
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const [npm, ...words] = await npmOf(node)
  const { code, stderr } = await run(npm, [...words, ...NPM_WORDS, '--prefix', folder])
  if (code === 0 && (await exists(script))) return
  throw new CliError({
    code: 'program.not_installed',
    message: `npm could not install the agent into ${folder}.`,
    hint: `${stderr.trim().split('\n').at(-1) ?? ''} Check that npm works here (\`npm --version\`), then run the command again.`.trim(),
  })
}

/** Puts the agent that the server hands out in its place, unless that very one is there. */
export const installProgram = async (
  { client, server }: { client: Pick<LoreClient, 'getAgent'>; server: string },
  places: ProgramPlaces,
  deps: { run: RunToEnd; node: string },
): Promise<InstalledProgram> => {
  const served = await client.getAgent()
  const { version, integrity } = served
  const { folder, script, installed } = places
  if ((await installedIn(places))?.integrity === integrity)
    return { version, script, hasChanged: false }
  const bytes = await download(server, served)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await rm(installed, { force: true })
  // A name of its own, or npm takes the former one for it.
  const file = `agent-${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.tgz`
  await writeFile(join(folder, file), bytes, { mode: 0o600 })
  await unpack(file, served, places, deps)
  const others = (await readdir(folder)).filter((name) => /^agent-\w+\.tgz$/.test(name))
  for (const name of others) if (name !== file) await rm(join(folder, name), { force: true })
  await writeFile(installed, `${JSON.stringify({ version, integrity })}\n`)
  return { version, script, hasChanged: true }
}
