import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sessionsIn } from '../acknowledged-messages.ts'
import { type Mischief, nameOf } from '../unruly-proxy.ts'
import type { Pair } from './pair.ts'

const TOO_LARGE: Mischief = { status: 413 }
/** What is of one message cannot be halved: it would be quarantined. */
const canBeHalved = (body: Buffer): boolean =>
  sessionsIn(body).reduce((sum, { messages }) => sum + messages.length, 0) > 1

const KINDS: readonly Mischief[] = [
  ...(['cut before', 'cut after', 'truncate', 'slow', 'duplicate', 'arrive late'] as const),
  { status: 503, headers: { 'retry-after': '1' } },
  { status: 502, body: '<html>Bad gateway</html>' },
  { status: 500 },
  { status: 429, headers: { 'retry-after': '1' } },
  TOO_LARGE,
]

const REFUSAL: Mischief = {
  status: 422,
  body: JSON.stringify({ error: { code: 'request.invalid', message: 'Odd.' } }),
}

/** What the way to the server, and the server at its end, may do to requests. */
export const faultsOfNetwork = ({ proxy, random, witness, kept, agentFaults }: Pair) => ({
  offline: () =>
    proxy.whileOffline(async () => {
      await pause(random.between(500, 4_000))
      witness.did('offline')
    }),
  /** Each kind of mischief once at least, in a random order, with good moments between. */
  'network unruly': async () => {
    // To an agent whose clock is ahead all files are old: it looks at them once a minute, and this takes a score of requests.
    rmSync(join(agentFaults, 'clock'), { force: true })
    const all = random.shuffled(KINDS)
    const before = new Map(all.map((one) => [one, proxy.mischiefDone(nameOf(one))]))
    const isDue = (one: Mischief): boolean =>
      proxy.mischiefDone(nameOf(one)) === (before.get(one) ?? 0)
    let wasBad = false
    proxy.misbehave((_, { body }) => {
      wasBad = !wasBad
      const next = all.filter(isDue).find((one) => one !== TOO_LARGE || canBeHalved(body))
      return wasBad && next !== undefined ? next : 'pass'
    })
    await witness.until(() => !all.some(isDue))
    proxy.misbehave(() => 'pass')
    for (const one of all) if (!isDue(one)) witness.did(nameOf(one))
  },
  'server failing': async () => {
    const before = proxy.mischiefDone('status 500')
    proxy.misbehave(() => ({ status: 500 }))
    await witness.until(() => proxy.mischiefDone('status 500') > before)
    await pause(random.between(2_000, 8_000))
    proxy.misbehave(() => 'pass')
    if (proxy.mischiefDone('status 500') > before) witness.did('server failing')
  },
  /** The server would take anything but one session. */
  'session refused': async () => {
    const before = kept.quarantined().length
    let refused: string | undefined
    proxy.misbehave((_, { body }) => {
      const ids = sessionsIn(body).map(({ native_id }) => native_id)
      refused ??= ids[0]
      return refused !== undefined && ids.includes(refused) ? REFUSAL : 'pass'
    })
    if (await witness.until(() => kept.quarantined().length > before))
      witness.did('session refused')
    proxy.misbehave(() => 'pass')
  },
})

export const HAPPENS_ON_NETWORK = [
  ...['offline', 'server failing', 'session refused'],
  ...KINDS.map(nameOf),
]
