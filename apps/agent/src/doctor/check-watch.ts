import type { ServiceManager, ServiceProblem } from '../service/service.types.ts'
import { judgeService } from '../service/watch-advice.ts'
import { type Finding, ok, warning } from './finding.ts'

type Options = {
  /** Process of the watch that runs now. */
  pid: number | undefined
  service: ServiceManager | undefined
}

/** Whether sessions are sent by themselves, now and after the next login. */
export const checkWatch = async ({ pid, service }: Options): Promise<Finding[]> => {
  const { problem, state, advice } = await judgeService(service)
  const running =
    pid === undefined
      ? warning('watch.running', 'Nothing watches for new sessions.', advice)
      : ok('watch.running', `Sessions are watched by process ${pid}`)
  return [running, ...installedFinding(state, { pid, problem, service })]
}

const installedFinding = (
  state: Awaited<ReturnType<ServiceManager['state']>> | undefined,
  { pid, problem, service }: Options & { problem: ServiceProblem | undefined },
): Finding[] => {
  if (state?.isInstalled)
    return [ok('watch.service', `Installed as ${service?.name}: ${state.where}`)]
  if (state === undefined)
    return problem === undefined
      ? []
      : [ok('watch.service', `No service can be kept here: ${problem.message}`)]
  // Said already where nothing runs.
  if (pid === undefined) return []
  return [
    warning(
      'watch.service',
      'The watch runs, but not as a service: it ends with your login.',
      'Run `lore daemon install`.',
    ),
  ]
}
