import type { AgentFolder } from '../agent-folder.ts'
import type { LoreResult } from '../lore.ts'
import type { Random } from '../random.ts'
import type { Spawned } from '../spawned.ts'
import type { UnrulyProxy } from '../unruly-proxy.ts'
import type { Witness } from './witness.ts'

/** The two processes that faults befall, and what stands between them. */
export type Pair = {
  random: Random
  witness: Witness
  proxy: UnrulyProxy
  agent: () => Spawned
  startAgent: () => void
  server: () => Spawned
  startServer: () => Promise<void>
  runImport: () => Promise<LoreResult>
  kept: AgentFolder
  /** Where `faulty-machine.mjs` looks, on either side. */
  agentFaults: string
  serverFaults: string
  engineLock: string
}
