/** What a system has to run so that `lore watch` is always on. */
export type ServiceSpec = {
  /** Program and its words. */
  command: readonly string[]
  /** Variables it needs beside what the system gives it. Never a secret: these files are not secret. */
  environment: Readonly<Record<string, string>>
  /** Where its messages go, on systems without a journal. */
  logFile: string
}

export type RunResult = { code: number; stdout: string; stderr: string }

/** Runs a program of the system and waits for it; a program that is not there ends with 127. */
export type RunProgram = (file: string, args: readonly string[]) => Promise<RunResult>

export type ServiceState = {
  isInstalled: boolean
  isRunning: boolean
  /** File or name it is known by to the system. */
  where: string
}

/** A way to have something run from login on, and started again when it ends. */
export type ServiceManager = {
  /** As in "a systemd user unit". */
  readonly name: string
  /** Undefined when it can be used; else a sentence why not. */
  problem: () => Promise<string | undefined>
  state: () => Promise<ServiceState>
  /** Makes it be there and run, whatever was before. */
  install: (spec: ServiceSpec) => Promise<{ notes: string[]; hasChanged: boolean }>
  start: () => Promise<void>
  stop: () => Promise<void>
  /** Leaves nothing of it behind. */
  uninstall: () => Promise<void>
}
