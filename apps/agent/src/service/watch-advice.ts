import type { ServiceManager, ServiceProblem, ServiceState } from './service.types.ts'

type WatchService = {
  /** Why no service can be kept here; undefined where one can, or where no way is known. */
  problem: ServiceProblem | undefined
  /** Undefined where no service can be kept. */
  state: ServiceState | undefined
  /** What has sessions sent by themselves, where nothing watches now: a sentence. */
  advice: string
}

/** How a watch is kept running on this machine. What `lore status` and `lore doctor` say of it comes from here. */
export const judgeService = async (service: ServiceManager | undefined): Promise<WatchService> => {
  const problem = await service?.problem()
  const state = service === undefined || problem !== undefined ? undefined : await service.state()
  return { problem, state, advice: adviceOf(state) }
}

const adviceOf = (state: ServiceState | undefined): string => {
  if (state === undefined)
    return 'Have `lore watch` run, by whatever starts programs on this machine.'
  if (!state.isInstalled) return 'Run `lore daemon install`, and it runs from login on.'
  return state.trouble ?? 'Run `lore daemon start`.'
}
