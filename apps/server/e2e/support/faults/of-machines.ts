import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pair } from './pair.ts'

const DAY = 86_400_000
const CLOCKS = { ahead: [1, 30, 400], behind: [-1, -30, -400] } as const

/** Disks, clocks and power of the two machines. */
export const faultsOfMachines = (pair: Pair) => {
  const { proxy, random, witness, kept } = pair

  /** What processes on a faulty machine met, of one kind. */
  const met = (folder: string, what: string): number => {
    const path = join(folder, 'suffered')
    if (!existsSync(path)) return 0
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line === what).length
  }
  const untilMet = (folder: string, what: string): Promise<boolean> => {
    const before = met(folder, what)
    return witness.until(() => met(folder, what) > before)
  }

  /** A clock is set wrong, and often set right again. */
  const clockFault =
    (name: string, folder: string, days: readonly number[]) => async (): Promise<void> => {
      const path = join(folder, 'clock')
      const wrongBy = random.pick(days) * DAY
      // Of two jumps to the same time only the first is one.
      rmSync(path, { force: true })
      await pause(300)
      const isMet = untilMet(folder, `clock ${wrongBy}`)
      writeFileSync(path, String(wrongBy))
      if (await isMet) witness.did(name)
      await pause(random.between(500, 3_000))
      if (random.next() < 0.7) rmSync(path)
    }

  /** Nobody takes what the agent captures, until some of it lies on disk. */
  const untilSomethingWaits = async (): Promise<string[]> => {
    proxy.misbehave(() => ({ status: 503, headers: { 'retry-after': '1' } }))
    await witness.until(() => kept.waiting().length > 0)
    return kept.waiting()
  }

  return {
    'disk full': async () => {
      const path = join(pair.agentFaults, 'disk-full')
      const isMet = untilMet(pair.agentFaults, 'disk full')
      writeFileSync(path, '')
      if (await isMet) witness.did('disk full')
      await pause(random.between(0, 3_000))
      rmSync(path)
    },
    'agent ahead': clockFault('agent ahead', pair.agentFaults, CLOCKS.ahead),
    'agent behind': clockFault('agent behind', pair.agentFaults, CLOCKS.behind),
    'server ahead': clockFault('server ahead', pair.serverFaults, CLOCKS.ahead),
    'server behind': clockFault('server behind', pair.serverFaults, CLOCKS.behind),
    /** One batch cannot be read any more; what it held has to be read from the files of the tools again. */
    'batch damaged': async () => {
      const before = kept.damaged().length
      // What waits is looked up after the end of the agent: it may have been sent meanwhile, and then there is a next try.
      for (let tries = 0; tries < 5; tries += 1) {
        await untilSomethingWaits()
        await witness.end('batch damaged', pair.agent(), 'SIGKILL')
        const batch = kept.waiting().at(-1)
        if (batch !== undefined) damage(batch)
        proxy.misbehave(() => 'pass')
        pair.startAgent()
        if (batch === undefined) continue
        if (await witness.until(() => kept.damaged().length > before)) witness.did('batch damaged')
        return
      }
    },
    /**
     * The power goes: what waits to be sent lies there, what was not flushed is empty, and locks name processes whose
     * numbers others have now.
     */
    reboot: async () => {
      const waiting = await untilSomethingWaits()
      await Promise.all([
        witness.end('reboot', pair.agent(), 'SIGKILL'),
        witness.end('reboot', pair.server(), 'SIGKILL'),
      ])
      proxy.misbehave(() => 'pass')
      const left = waiting.filter((path) => existsSync(path))
      for (const path of kept.unflushed())
        if (existsSync(path) && random.next() < 0.5) truncateSync(path, 0)
      for (const path of kept.locks())
        writeFileSync(path, `${process.pid} 0123456789abcdef ${BOOT}`)
      ageEngineLock(pair.engineLock)
      await pair.startServer()
      pair.startAgent()
      const isOver = () =>
        left.every((path) => !existsSync(path)) && !readFileSync(watchLock(), 'utf8').includes(BOOT)
      if ((await witness.until(isOver)) && left.length > 0) witness.did('reboot')
    },
  }

  function watchLock(): string {
    return kept.locks().at(-1) ?? ''
  }
}

export const HAPPENS_TO_MACHINES = [
  ...['disk full', 'agent ahead', 'agent behind', 'server ahead', 'server behind'],
  ...['batch damaged', 'reboot'],
]

const BOOT = '00000000-0000-4000-8000-00000000b007'

/** As a process of the boot before left it, whose number is that of a living one now. */
const ageEngineLock = (path: string): void => {
  const content = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...content, pid: process.pid, world: BOOT }))
}

/** Cuts a batch in the middle of its body. */
function damage(batch: string): void {
  const bytes = readFileSync(batch)
  const body = bytes.indexOf('\n') + 1
  truncateSync(batch, body + ((bytes.length - body) >> 1))
}
