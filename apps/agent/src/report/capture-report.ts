import {
  type CaptureProblem,
  type CaptureReport,
  type RegisterMachineRequest,
  redactSecrets,
} from '@teamlore/shared'
import type { CaptureState } from '../platform/capture-state.ts'

type Options = {
  machine: RegisterMachineRequest
  isWatching: boolean
  now: Date
}

/** What the server is told of a state: figures and sentences, bounded and without secrets. */
export const toCaptureReport = (
  state: CaptureState,
  { machine, isWatching, now }: Options,
): CaptureReport => ({
  machine,
  sent_at: now.toISOString(),
  watching: isWatching,
  since: state.since,
  spool: state.spool,
  rejected: state.rejected,
  paused: state.paused === null ? null : bounded(state.paused),
  last_success_at: state.last_success_at,
  last_error: boundedProblem(state.last_error),
  tools: state.tools.slice(0, 100).map((tool) => ({
    ...tool,
    last_error: boundedProblem(tool.last_error),
  })),
})

const boundedProblem = (problem: CaptureProblem | null): CaptureProblem | null =>
  problem && { ...problem, code: problem.code.slice(0, 100), message: bounded(problem.message) }

/** It names files, and a file may be named after anything. */
const bounded = (sentence: string): string => redactSecrets(sentence).text.slice(0, 500)
