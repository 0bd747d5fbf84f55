/** What a system has to run so that `lore watch` is always on. */
export type ServiceSpec = {
  /** Program and its words. */
  command: readonly string[]
  /** Variables it needs beside what the system gives it. Never a secret: these files are not secret. */
  environment: Readonly<Record<string, string>>
  /** Where its messages go, on systems without a journal. */
  logFile: string
  /** Of `lore`: another one is a change, so that what runs is started again after an update. */
  version: string
}

export type RunResult = { code: number; stdout: string; stderr: string }

/** Runs a program of the system, with variables beside our own, and waits for it; a program that is not there ends with 127. */
export type RunProgram = (
  file: string,
  args: readonly string[],
  variables?: Readonly<Record<string, string>>,
) => Promise<RunResult>

/** Why no service can be kept: sentences. */
export type ServiceProblem = {
  message: string
  /** What helps, where anything does. */
  remedy?: string | undefined
}

export type ServiceState = {
  isInstalled: boolean
  isRunning: boolean
  /** File or name it is known by to the system. */
  where: string
  /** Why it does not run although the system tries again and again, as far as it says: sentences. */
  trouble?: string | undefined
}

/** A way to have something run from login on, and started again when it ends. */
export type ServiceManager = {
  /** As in "a systemd user unit". */
  readonly name: string
  /** When what was stopped begins again by itself; null where `start` alone begins it. */
  readonly returns: string | null
  /** Undefined when it can be used. */
  problem: () => Promise<ServiceProblem | undefined>
  state: () => Promise<ServiceState>
  /** Makes it be there and run, whatever was before. */
  install: (spec: ServiceSpec) => Promise<{ notes: string[]; hasChanged: boolean }>
  start: () => Promise<void>
  stop: () => Promise<void>
  /** Leaves nothing of it behind; notes on what it does not put back. */
  uninstall: () => Promise<{ notes: string[] }>
}
