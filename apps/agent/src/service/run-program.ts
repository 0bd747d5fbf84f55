import { execFile } from 'node:child_process'
import type { RunProgram } from './service.types.ts'

const TIMEOUT_MS = 30_000

export const runProgram: RunProgram = (file, args) =>
  new Promise((resolve) => {
    execFile(
      file,
      [...args],
      { timeout: TIMEOUT_MS, windowsHide: true, maxBuffer: 1 << 20 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 127
        resolve({ code, stdout, stderr })
      },
    )
  })
