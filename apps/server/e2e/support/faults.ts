import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { LoreResult } from './lore.ts'
import type { Random } from './random.ts'
import type { Spawned } from './spawned.ts'
import { type Mischief, nameOf, type UnrulyProxy } from './unruly-proxy.ts'

const DAY = 86_400_000
/** How long to wait for a fault to bite: a disk that is full while nobody writes is no fault. */
const BITES_MS = 120_000

const TOO_LARGE: Mischief = { status: 413 }
/** Bytes of a request that can still be halved: one message takes half of it. */
const LARGE = 1_000

const NETWORK: readonly Mischief[] = [
  ...(['cut before', 'cut after', 'truncate', 'slow', 'duplicate', 'arrive late'] as const),
  { status: 503, headers: { 'retry-after': '1' } },
  { status: 502, body: '<html>Bad gateway</html>' },
  { status: 500 },
  { status: 429, headers: { 'retry-after': '1' } },
  TOO_LARGE,
]

/** The two processes that faults befall, and what stands between them. */
type Pair = {
  proxy: UnrulyProxy
  agent: () => Spawned
  startAgent: () => void
  server: () => Spawned
  startServer: () => Promise<void>
  runImport: () => Promise<LoreResult>
  /** Where `faulty-machine.mjs` looks. */
  folder: string
}

export type Faults = ReturnType<typeof createFaults>

/** Everything that may befall capture, each told by what really happened: by its effect, not by having been tried. */
export const createFaults = (random: Random, pair: Pair) => {
  const { proxy, folder } = pair
  const happened = new Map<string, number>()
  /** What ended, or failed, without anybody having done it any harm. */
  const deaths: string[] = []
  const away = (least: number, most: number) => pause(random.between(least, most))
  const did = (name: string): void => void happened.set(name, (happened.get(name) ?? 0) + 1)

  const kill = async (name: string, process: Spawned, signal: NodeJS.Signals): Promise<void> => {
    const { exitCode, signalCode } = process.child
    if (exitCode !== null || signalCode !== null)
      deaths.push(`${name}: had ended before (${signalCode ?? exitCode})\n${process.output()}`)
    const code = await process.stop(signal)
    // A process that has not said anything yet may not even have begun to listen for signals.
    const hasBegun = process.output() !== ''
    if (signal === 'SIGTERM' && code !== 0 && hasBegun)
      deaths.push(`${name}: ended with ${code}\n${process.output()}`)
    did(name)
  }
  /** Until something is so, or it has been long enough. */
  const until = async (isSo: () => boolean): Promise<boolean> => {
    const end = performance.now() + BITES_MS
    while (!isSo() && performance.now() < end) await pause(50)
    return isSo()
  }
  /** What processes on the faulty machine met, of one kind. */
  const met = (what: string): number => {
    const path = join(folder, 'suffered')
    if (!existsSync(path)) return 0
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line === what).length
  }
  const untilMet = async (what: string): Promise<void> => {
    const before = met(what)
    if (await until(() => met(what) > before)) did(what)
  }

  const befalling: Record<string, () => Promise<unknown>> = {
    'agent killed': async () => {
      await kill('agent killed', pair.agent(), 'SIGKILL')
      await away(0, 1_500)
      pair.startAgent()
    },
    'agent stopped': async () => {
      await kill('agent stopped', pair.agent(), 'SIGTERM')
      await away(0, 500)
      pair.startAgent()
    },
    'server killed': async () => {
      await kill('server killed', pair.server(), 'SIGKILL')
      await away(0, 2_000)
      await pair.startServer()
    },
    'server killed in the middle of a batch': async () => {
      const before = proxy.answered()
      let isForwarded = false
      proxy.whenForwarded(() => {
        isForwarded = true
        pair.server().child.kill('SIGKILL')
      })
      if (!(await until(() => isForwarded))) return proxy.whenForwarded(undefined)
      await pair.server().exit()
      if (proxy.answered() === before) did('server killed in the middle of a batch')
      await away(0, 1_000)
      await pair.startServer()
    },
    'both killed': async () => {
      await Promise.all([
        kill('both killed', pair.agent(), 'SIGKILL'),
        pair.server().stop('SIGKILL'),
      ])
      if (random.next() < 0.5) pair.startAgent()
      await away(0, 1_000)
      await pair.startServer()
      if (pair.agent().child.signalCode !== null) pair.startAgent()
    },
    offline: () =>
      proxy.whileOffline(async () => {
        await away(500, 4_000)
        did('offline')
      }),
    /** Each kind of mischief once at least, in a random order, with good moments between. */
    'network unruly': async () => {
      const all = random.shuffled(NETWORK)
      const before = new Map(all.map((one) => [one, proxy.mischiefDone(nameOf(one))]))
      const isDue = (one: Mischief): boolean =>
        proxy.mischiefDone(nameOf(one)) === (before.get(one) ?? 0)
      let wasBad = false
      proxy.misbehave((_, { body }) => {
        wasBad = !wasBad
        const next = all.filter(isDue).find((one) => one !== TOO_LARGE || body.length > LARGE)
        return wasBad && next !== undefined ? next : 'pass'
      })
      await until(() => !all.some(isDue))
      proxy.misbehave(() => 'pass')
      for (const one of all) if (!isDue(one)) did(nameOf(one))
    },
    'server failing': async () => {
      proxy.misbehave(() => ({ status: 500 }))
      await away(2_000, 8_000)
      proxy.misbehave(() => 'pass')
    },
    'disk full': async () => {
      writeFileSync(join(folder, 'disk-full'), '')
      await untilMet('disk full')
      await away(0, 3_000)
      rmSync(join(folder, 'disk-full'))
    },
    'clock wrong': async () => {
      writeFileSync(join(folder, 'clock'), String(random.pick([-400, -1, 1, 30]) * DAY))
      await untilMet('clock jump')
      await away(500, 3_000)
      if (random.next() < 0.5) rmSync(join(folder, 'clock'))
    },
    'import beside the watch': async () => {
      // A watch that has much to send or read goes first, and says so.
      const isBusy = ({ output }: LoreResult) => output.includes('is sending to this server')
      let ended = await pair.runImport()
      for (let n = 0; n < 10 && isBusy(ended); n++) ended = await pair.runImport()
      if (ended.code === 0) did('import beside the watch')
      else if (!isBusy(ended)) deaths.push(`import: ended with ${ended.code}\n${ended.output}`)
    },
  }

  return {
    happened,
    deaths,
    /** All there are, once, in a random order. */
    inRandomOrder: () => random.shuffled(Object.entries(befalling)),
    /** What happens when each came round. */
    expected: [
      ...['agent killed', 'agent stopped', 'server killed', 'both killed', 'offline'],
      ...['server killed in the middle of a batch', 'disk full', 'clock jump'],
      ...['import beside the watch', ...NETWORK.map(nameOf)],
    ],
    /** The machine and the network are well again. */
    end: (): void => {
      for (const name of ['disk-full', 'clock']) rmSync(join(folder, name), { force: true })
      proxy.misbehave(() => 'pass')
    },
  }
}
