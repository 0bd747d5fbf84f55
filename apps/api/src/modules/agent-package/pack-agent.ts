import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { z } from 'zod'

/** What the build of the agent leaves beside it. */
const listSchema = z.object({
  manifest: z.looseObject({
    version: z.string(),
    optionalDependencies: z.record(z.string(), z.string()).optional(),
  }),
  files: z.array(z.object({ path: z.string(), from: z.string() })),
})

export type PackedAgent = {
  version: string
  bytes: Buffer
  /** As npm and browsers write it. */
  integrity: string
  optional: Record<string, string>
}

/** Where everything lies that was built, from a bundle in apps/<app>/dist. */
export const builtRoot = (): string => fileURLToPath(new URL('../../../', import.meta.url))

/** Of whatever moment it is made, the package is the same. */
const SOME_TIME = new Date('2026-01-01T00:00:00Z')

/**
 * The package of the agent as this server hands it out: it knows the server, and asks no registry. What is native and optional
 * stands under another name, so that `npx` does not look for it; `lore join` fetches it where it can.
 *
 * @returns undefined where the agent was not built.
 */
export const packAgent = async (
  root: string,
  publicUrl: string,
): Promise<PackedAgent | undefined> => {
  const list = await readFile(join(root, 'apps/agent/dist/package-list.json'), 'utf8').catch(
    () => undefined,
  )
  if (list === undefined) return undefined
  const { manifest, files } = listSchema.parse(JSON.parse(list))
  const { optionalDependencies = {}, ...rest } = manifest
  const archive = pack()
  const whole = buffer(archive)
  const add = (path: string, content: Buffer | string, mode = 0o644) =>
    archive.entry({ name: `package/${path}`, mode, mtime: SOME_TIME }, content)
  add('package.json', `${JSON.stringify(rest, null, 2)}\n`)
  add('server.json', `${JSON.stringify({ server: publicUrl })}\n`)
  for (const { path, from } of files)
    add(path, await readFile(join(root, from)), path.startsWith('bin/') ? 0o755 : 0o644)
  archive.finalize()
  const bytes = await promisify(gzip)(await whole)
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  return { version: manifest.version, bytes, integrity, optional: optionalDependencies }
}

/** Packs once, when it is first asked for, and again after a failure. */
export const createAgentPackage = (
  root: string,
  publicUrl: string,
): (() => Promise<PackedAgent | undefined>) => {
  let packed: Promise<PackedAgent | undefined> | undefined
  return () => {
    packed ??= packAgent(root, publicUrl).catch((error: unknown) => {
      packed = undefined
      throw error
    })
    return packed
  }
}
