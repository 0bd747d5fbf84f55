import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { CliIo } from './command-context.ts'

type Deps = Pick<CliIo, 'stdin'> & { ask: () => void; done: () => void }

/** A secret from stdin: its first line from a pipe; at a terminal, typed without being shown. */
export const readSecret = async ({ stdin, ask, done }: Deps): Promise<string> => {
  const isTerminal = stdin.isTTY === true
  const nowhere = new Writable({ write: (_chunk, _encoding, callback) => callback() })
  const lines = createInterface({ input: stdin, output: nowhere, terminal: isTerminal })
  const interrupted = new AbortController()
  lines.on('SIGINT', () => {
    interrupted.abort()
    lines.close()
  })
  if (isTerminal) ask()
  try {
    for await (const line of lines) if (line.trim() !== '') return line.trim()
    interrupted.signal.throwIfAborted()
    return ''
  } finally {
    lines.close()
    if (isTerminal) done()
  }
}
