import type { UnitOfWork } from '@teamlore/db'
import type { SessionId } from '@teamlore/shared'
import type { Step } from '../distil/transcript/activity.ts'
import { readSteps } from '../distil/transcript/session-steps.ts'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import { lockOpen } from '../memories/open-memories.ts'
import { weighAgain } from '../memories/write-memory.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { mayQuote, readQuotable } from './quotable-session.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now?: Clock }

/** A linter or a compiler that complains says nothing of whether it works. */
const TESTS =
  /\b(?:vitest|jest|mocha|ava|pytest|tox|rspec|phpunit|ctest|playwright test|go test|cargo test|dotnet test|swift test|mix test)\b|\b(?:run\s+)?[\w:.-]*test\w*/i

export type LeftFailing = { paths: string[]; command: string; error: string | null }

/** What tests said last of the files that a session had edited by then; undefined where they passed, or never ran after an edit. */
export const leftFailing = (steps: readonly Step[]): LeftFailing | undefined => {
  const open = new Set<string>()
  let failed: LeftFailing | undefined
  for (const step of steps) {
    if (step.kind === 'edit') open.add(step.path)
    if (step.kind !== 'check' || !TESTS.test(step.command)) continue
    if (step.failed && open.size > 0)
      failed = { paths: [...open], command: step.command, error: step.error }
    if (!step.failed) {
      failed = undefined
      open.clear()
    }
  }
  return failed
}

export type DrawnTests = {
  lowered: number
  restored: number
  /** Memories left as they are, see `lockOpen`. */
  skipped: number
}

/**
 * What a session says about files whose tests it left failing is trusted less, as long as that is how it ends. Once it has a green run
 * after all, everything is as before. The same again changes nothing.
 */
export const makeDrawTests =
  ({ unitOfWork, now = systemClock }: Deps) =>
  async (
    scope: SystemScope,
    { sessionId }: { sessionId: SessionId },
    signal?: AbortSignal,
  ): Promise<DrawnTests> => {
    const drawn: DrawnTests = { lowered: 0, restored: 0, skipped: 0 }
    const resting = await unitOfWork.inTeam(scope, ({ outcomes }) => outcomes.restingOn(sessionId))
    if (resting.length === 0) return drawn
    const read = await readSteps({ unitOfWork, scope, sessionId, signal })
    const failing = read && leftFailing(read.steps)
    const paths = new Set(failing?.paths)
    const source = `session:${sessionId}`
    await unitOfWork.inTeam(scope, async (repos) => {
      const concerned = new Set(
        resting.filter((one) => one.paths.some((path) => paths.has(path))).map(({ id }) => id),
      )
      const quotable = await readQuotable(repos, sessionId)
      const open = await lockOpen(
        repos,
        resting.map(({ id }) => id),
      )
      drawn.skipped = open.skipped
      const memories = open.memories.filter((memory) => mayQuote(quotable, memory))
      const signals = await repos.memories.signalsOf(memories.map(({ id }) => id))
      for (const memory of memories) {
        const isKnown = signals.some(
          (one) =>
            one.memory_id === memory.id && one.type === 'test_failed' && one.source === source,
        )
        if (isKnown === concerned.has(memory.id)) continue
        if (isKnown) await repos.memories.removeSignal(memory.id, 'test_failed', source)
        else
          await repos.memories.addSignal({
            memory_id: memory.id,
            private_to: memory.private_to,
            type: 'test_failed',
            source,
            user_id: null,
            machine_id: null,
            session_id: sessionId,
            note: noteOf(failing),
            created_at: now().toISOString(),
          })
        drawn[isKnown ? 'restored' : 'lowered']++
        const evidence = await repos.memories.evidenceOf(memory.id)
        await repos.memories.update(await weighAgain(repos, memory, evidence))
      }
    })
    return drawn
  }

const noteOf = (failing: LeftFailing | undefined): string =>
  `${failing?.command ?? 'tests'} failed last${failing?.error ? `: ${failing.error}` : ''}`.slice(
    0,
    1_000,
  )
