import { createInterface } from 'node:readline'
import type { CliIo } from './command-context.ts'

type Asking = Pick<CliIo, 'stdin'> & { ask: () => void; signal: AbortSignal }

/** Asks a person at a terminal. Anything but yes is no, an interruption too. */
export const askToConfirm = ({ stdin, ask, signal }: Asking): Promise<boolean> =>
  new Promise((resolve) => {
    const lines = createInterface({ input: stdin, terminal: false, signal })
    lines.once('line', (line) => {
      resolve(/^y(?:es)?$/iu.test(line.trim()))
      lines.close()
    })
    lines.once('close', () => resolve(false))
    ask()
  })
