import { setTimeout as pause } from 'node:timers/promises'
import type { LoreResult } from '../lore.ts'
import type { Pair } from './pair.ts'

/** Ends of agent and server, in order and not, and an import beside the watch. */
export const faultsOfProcesses = (pair: Pair) => {
  const { proxy, random, witness } = pair
  const away = (least: number, most: number) => pause(random.between(least, most))
  return {
    'agent killed': async () => {
      await witness.end('agent killed', pair.agent(), 'SIGKILL')
      await away(0, 1_500)
      pair.startAgent()
      witness.did('agent killed')
    },
    'agent stopped': async () => {
      await witness.end('agent stopped', pair.agent(), 'SIGTERM')
      await away(0, 500)
      pair.startAgent()
      witness.did('agent stopped')
    },
    'server killed': async () => {
      await witness.end('server killed', pair.server(), 'SIGKILL')
      await away(0, 2_000)
      await pair.startServer()
      witness.did('server killed')
    },
    'server killed in the middle of a batch': async () => {
      // One that has answered already is killed too late.
      for (let n = 0, isDone = false; n < 5 && !isDone; n++) {
        const before = proxy.answered()
        let isForwarded = false
        proxy.whenForwarded(() => {
          isForwarded = true
          pair.server().child.kill('SIGKILL')
        })
        if (!(await witness.until(() => isForwarded))) return proxy.whenForwarded(undefined)
        await pair.server().exit()
        isDone = proxy.answered() === before
        if (isDone) witness.did('server killed in the middle of a batch')
        await away(0, 1_000)
        await pair.startServer()
      }
    },
    'both killed': async () => {
      await Promise.all([
        witness.end('both killed', pair.agent(), 'SIGKILL'),
        pair.server().stop('SIGKILL'),
      ])
      if (random.next() < 0.5) pair.startAgent()
      await away(0, 1_000)
      await pair.startServer()
      if (pair.agent().child.signalCode !== null) pair.startAgent()
      witness.did('both killed')
    },
    'import beside the watch': async () => {
      // A watch that has much to send or read goes first, and the import says so.
      const isBusy = ({ output }: LoreResult) => output.includes('is sending to this server')
      let ended = await pair.runImport()
      for (let n = 0; n < 10 && isBusy(ended); n++) ended = await pair.runImport()
      if (ended.code === 0 || isBusy(ended)) witness.did('import beside the watch')
      else witness.deaths.push(`import: ended with ${ended.code}\n${ended.output}`)
    },
  }
}

export const HAPPENS_TO_PROCESSES = [
  ...['agent killed', 'agent stopped', 'server killed', 'server killed in the middle of a batch'],
  ...['both killed', 'import beside the watch'],
]
