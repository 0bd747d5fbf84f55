import { createWaker } from '../pacing/waker.ts'
import type { ResolveProject } from '../project/resolve-project.ts'
import type { Spool } from '../spool/spool.ts'
import { createCodeReporter } from './code-reporter.ts'
import { createRepositoryFinder } from './find-repositories.ts'
import { takeHookNotes } from './hook-notes.ts'
import { type LookDeps, lookAtRepository } from './look-at-repository.ts'
import { forgetDamaged, sentFileOf } from './sent-commits.ts'
import type { CodeClient } from './share-code.ts'

type Deps = Omit<LookDeps, 'spool' | 'reportCode'> &
  Parameters<typeof createRepositoryFinder>[0] &
  Pick<Parameters<typeof createCodeReporter>[0], 'onEvent'> & {
    client: CodeClient
    spool: Pick<Spool, 'put' | 'hasCapacity' | 'damaged'>
    /** Where hooks of git say what was committed and rewritten. */
    hooksFile: string | undefined
    clock: () => number
    lookMs?: number | undefined
  }

/** Folders of sessions, submodules and what was damaged are looked for once in so many looks. */
const LOOKS_FOR_ALL = 30
const LOOK_MS = 5_000
const REST = 3
const LONGEST_REST_MS = 30_000

/**
 * Reports commits to the server by itself, for as long as a watch runs: each repository in which sessions were captured is looked at
 * every few seconds, which costs no process while nothing happens in it. No hook is needed, and none is waited for.
 */
export const createCommitLoop = (deps: Deps) => {
  const { followed, signal, spool, clock, now, lookMs = LOOK_MS } = deps
  const waker = createWaker()
  const finder = createRepositoryFinder(deps)
  const reportCode = createCodeReporter(deps)
  /** Folders of sessions that were captured since the last look. */
  const heard = new Set<string>()

  /** What is known to lie before its tips was in what was damaged: they say nothing any more. */
  const readAgain = async (sentFile: string): Promise<void> => {
    for (const one of followed.all())
      if (sentFileOf(deps.serverFolder, one.common) === sentFile)
        await followed.save({ ...one, stamp: '', tips: [] })
  }

  let looks = 0
  const lookAtAll = async (): Promise<void> => {
    if (looks++ % LOOKS_FOR_ALL === 0) {
      await finder.findAll()
      await forgetDamaged(deps.serverFolder, await spool.damaged(), readAgain)
    }
    const noted = await takeHookNotes(deps.hooksFile)
    const at = now().toISOString()
    for (const root of [...heard, ...noted.keys()]) await finder.note(root, at)
    heard.clear()
    for (const one of followed.all()) {
      if (signal.aborted || !spool.hasCapacity()) return
      const rewrites = [...noted].flatMap(([folder, pairs]) =>
        finder.commonOf(folder) === one.common ? pairs : [],
      )
      // One repository that cannot be read says nothing about the others; it is looked at again.
      await lookAtRepository(one, rewrites, { ...deps, reportCode }).catch(() => undefined)
    }
  }

  return {
    /** The same resolver, by which the folders of sessions become known here. */
    noting:
      (resolve: ResolveProject): ResolveProject =>
      async (...given) => {
        const project = await resolve(...given)
        if (project !== null) {
          heard.add(project.root_path)
          if (finder.commonOf(project.root_path) === undefined) waker.wake()
        }
        return project
      },
    /** Ends when the signal is aborted. */
    run: async (): Promise<void> => {
      while (!signal.aborted && deps.choice !== 'none') {
        const begun = clock()
        await lookAtAll().catch(() => undefined)
        if (signal.aborted) return
        // Where looking takes long, most of the time is still rest.
        const rest = Math.min(LONGEST_REST_MS, REST * (clock() - begun))
        await waker.wait(signal, Math.max(lookMs, rest))
      }
    },
  }
}
