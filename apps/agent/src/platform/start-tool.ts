import { spawn } from 'node:child_process'

/** Starts a program at this terminal, without a shell, and waits for its end; null where there is none of that name. */
export const startTool = (
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<{ code: number } | null> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, [...args], { cwd, stdio: 'inherit' })
    child.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? resolve(null) : reject(error),
    )
    child.once('close', (code) => resolve({ code: code ?? 1 }))
  })
