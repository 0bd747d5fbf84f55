import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { faultsOfMachines, HAPPENS_TO_MACHINES } from './of-machines.ts'
import { faultsOfNetwork, HAPPENS_ON_NETWORK } from './of-network.ts'
import { faultsOfProcesses, HAPPENS_TO_PROCESSES } from './of-processes.ts'
import type { Pair } from './pair.ts'

export type Faults = ReturnType<typeof createFaults>

/** Everything that may befall capture. */
export const createFaults = (pair: Pair) => {
  const befalling: Record<string, () => Promise<unknown>> = {
    ...faultsOfProcesses(pair),
    ...faultsOfNetwork(pair),
    ...faultsOfMachines(pair),
  }
  return {
    /** All there are, once, in a random order. */
    inRandomOrder: () => pair.random.shuffled(Object.entries(befalling)),
    /** What happens when each came round. */
    expected: [...HAPPENS_TO_PROCESSES, ...HAPPENS_ON_NETWORK, ...HAPPENS_TO_MACHINES],
    /** Machines and network are well again. */
    end: (): void => {
      for (const folder of [pair.agentFaults, pair.serverFaults])
        for (const name of ['disk-full', 'clock']) rmSync(join(folder, name), { force: true })
      pair.proxy.misbehave(() => 'pass')
    },
  }
}
