import { type ExecFileException, execFile } from 'node:child_process'
import { environmentWith } from '../env.ts'
import type { RunProgram } from './service.types.ts'

const TIMEOUT_MS = 30_000

export const makeRunProgram =
  (timeoutMs: number): RunProgram =>
  (file, args, variables = {}) =>
    new Promise((resolve) => {
      execFile(
        file,
        [...args],
        {
          timeout: timeoutMs,
          windowsHide: true,
          maxBuffer: 1 << 20,
          env: environmentWith(variables) as NodeJS.ProcessEnv,
        },
        (error, stdout, stderr) => {
          const said = error?.killed && stderr === '' ? 'it did not end in time' : stderr
          resolve({ code: codeOf(error), stdout, stderr: said })
        },
      )
    })

export const runProgram = makeRunProgram(TIMEOUT_MS)

const codeOf = (error: ExecFileException | null): number => {
  if (error === null) return 0
  if (error.killed) return 124
  return typeof error.code === 'number' ? error.code : 127
}
