import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContextResponse, LoreClient } from '@teamlore/shared'
import type { ReportedArm } from '@teamlore/shared/holdout'
import { HOLDOUT_ARMS, placesOf } from '@teamlore/shared/holdout-arms'
import { writePrivateFile } from '../platform/private-file.ts'
import { HOOK_TOOLS, sourceOf } from './hook-tools.ts'

/** How sessions of a project are parted, beside its brief: a word each for the program that hooks call. */
export const SPLIT_FILE = 'split'

/** Lays how sessions are parted where the next one finds it; where they are not, nothing lies there. */
export const writeSplit = async (place: string, split: ContextResponse['split']): Promise<void> => {
  const path = join(place, SPLIT_FILE)
  if (split === null || split === undefined) return rm(path, { force: true })
  await writePrivateFile(path, `${split.round} ${placesOf(split.share)} ${split.project_id}\n`)
}

type Deps = { client: Pick<LoreClient, 'holdout'>; arms: string; now: () => Date }

/** As many as the server takes at once. */
const MOST = 500

/**
 * Reports which sessions began with a brief and which without. Each stands in a file of its own until the server knows of it, so that
 * nothing is lost while it is away.
 */
export const reportArms = async ({ client, arms, now }: Deps): Promise<void> => {
  const names = await readdir(arms).catch(() => [])
  const read = await Promise.all(names.slice(0, MOST).map((name) => readArm(arms, name)))
  const known = read.flatMap((one) => one ?? [])
  if (known.length > 0) await client.holdout.report({ arms: known.map(({ arm }) => arm) })
  await Promise.all(known.map(({ path }) => rm(path, { force: true })))
  await forgetUnreadable(arms, names, now())
}

const WORDS = /^(with_brief|without_brief) ([A-Za-z0-9_]{1,60}) (prj_[a-z0-9]{10,50})\n?$/
const TOOLS = HOOK_TOOLS.filter((one) => one !== 'git')
const SESSION = /^[A-Za-z0-9._-]{1,200}$/

const readArm = async (
  arms: string,
  name: string,
): Promise<{ path: string; arm: ReportedArm } | undefined> => {
  const path = join(arms, name)
  const tool = TOOLS.find((one) => name.startsWith(`${one}-`))
  const session = name.slice((tool?.length ?? 0) + 1)
  const [, arm, round, project_id] = WORDS.exec(await readFile(path, 'utf8').catch(() => '')) ?? []
  const dealt = HOLDOUT_ARMS.find((one) => one === arm)
  if (tool === undefined || !SESSION.test(session)) return undefined
  if (dealt === undefined || round === undefined || project_id === undefined) return undefined
  const { mtime } = await stat(path)
  return {
    path,
    arm: {
      tool: sourceOf(tool),
      session,
      project_id,
      round,
      arm: dealt,
      began_at: mtime.toISOString(),
    },
  }
}

const KEPT_MS = 86_400_000

/** What no hook of ours wrote, once it cannot be half a file any more. */
const forgetUnreadable = async (
  arms: string,
  names: readonly string[],
  now: Date,
): Promise<void> => {
  for (const name of names) {
    const path = join(arms, name)
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined && now.getTime() - found.mtimeMs > KEPT_MS)
      if ((await readArm(arms, name)) === undefined) await rm(path, { force: true })
  }
}
