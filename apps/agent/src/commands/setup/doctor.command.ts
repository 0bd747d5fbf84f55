import type { Finding } from '../../doctor/finding.ts'
import { type DoctorDeps, runChecks } from '../../doctor/run-checks.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import type { ServiceManager } from '../../service/service.types.ts'
import { doctorLines } from '../../views/doctor.view.ts'
import type { CommandContext } from '../shared/command-context.ts'

type DoctorCommandDeps = Omit<DoctorDeps, 'service'> & {
  findService: (context: CommandContext) => ServiceManager | undefined
}

/** Looks for what keeps sessions from being captured, and says how to repair it. Ends with 0, 1 for warnings, 2 for errors. */
export const makeRunDoctor =
  ({ findService, ...deps }: DoctorCommandDeps) =>
  async (context: CommandContext): Promise<ExitCode> => {
    const { output, isJson } = context
    const findings = await runChecks(context, { ...deps, service: findService(context) })
    const state = worstOf(findings)
    if (isJson) output.json({ state, findings })
    else output.print(...doctorLines(findings, { width: output.readingWidth }))
    return CODES[state]
  }

const CODES: Record<Finding['state'], ExitCode> = {
  ok: EXIT.ok,
  warning: EXIT.failed,
  error: EXIT.usage,
}

const worstOf = (findings: readonly Finding[]): Finding['state'] => {
  const has = (state: Finding['state']) => findings.some((finding) => finding.state === state)
  if (has('error')) return 'error'
  return has('warning') ? 'warning' : 'ok'
}
