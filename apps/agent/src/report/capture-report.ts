import { redactSecrets } from '@teamlore/redaction'
import type { CaptureProblem, CaptureReport, RegisterMachineRequest } from '@teamlore/shared'
import type { MirrorFigures } from '../memory-files/mirror-figures.ts'
import type { CaptureState } from '../platform/capture-state.ts'

type Options = {
  machine: RegisterMachineRequest
  isWatching: boolean
  memoryFiles: MirrorFigures | undefined
  toolsOff?: readonly string[]
  now: Date
}

/** What the server learns of a state: figures and sentences, bounded and without secrets. */
export const toCaptureReport = (
  state: CaptureState,
  { machine, isWatching, memoryFiles, toolsOff = [], now }: Options,
): CaptureReport => ({
  machine,
  sent_at: now.toISOString(),
  watching: isWatching,
  since: state.since,
  spool: state.spool,
  rejected: state.rejected,
  paused: state.paused === null ? null : bounded(state.paused),
  tools_off: [...toolsOff].slice(0, 100),
  last_success_at: state.last_success_at,
  last_error: boundedProblem(state.last_error),
  tools: state.tools.slice(0, 100).map((tool) => ({
    ...tool,
    last_error: boundedProblem(tool.last_error),
  })),
  memory_files: memoryFiles === undefined ? null : memoryReport(memoryFiles),
})

const memoryReport = ({
  folders_waiting: _,
  last_error,
  ...figures
}: MirrorFigures): CaptureReport['memory_files'] => ({
  ...figures,
  last_error: boundedProblem(last_error),
})

const boundedProblem = (problem: CaptureProblem | null): CaptureProblem | null =>
  problem && { ...problem, code: problem.code.slice(0, 100), message: bounded(problem.message) }

/** It names files, and a file may be named after anything. */
const bounded = (sentence: string): string => redactSecrets(sentence).text.slice(0, 500)
