import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { isRunning } from '@teamlore/shared/is-running'

/**
 * Who a process is, so that a number that came back after a reboot, in another container or by
 * reuse is not mistaken for the process that had it before.
 */
export type ProcessIdentity = {
  pid: number
  /** When the process started, in whatever unit the system counts; empty where it is not known. */
  startTime: string
  /** Boot and pid namespace: pids may be compared only within the same world. */
  world: string
}

const tryRead = (read: () => string): string => {
  try {
    return read().trim()
  } catch {
    return ''
  }
}

/** Fields of /proc/<pid>/stat after the command name, which may itself hold spaces and brackets. */
const procStat = (pid: number): string[] => {
  const line = tryRead(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  return line === '' ? [] : line.slice(line.lastIndexOf(')') + 2).split(' ')
}

const startTimeOf = (pid: number): string => {
  if (process.platform === 'linux') return procStat(pid)[19] ?? ''
  if (process.platform === 'win32') return ''
  return tryRead(() => execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)]).toString())
}

const currentWorld = (): string => {
  if (process.platform !== 'linux') return hostname()
  const boot = tryRead(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))
  const namespace = tryRead(() => readlinkSync('/proc/self/ns/pid'))
  return `${boot} ${namespace}`
}

export const identifyProcess = (pid: number = process.pid): ProcessIdentity => ({
  pid,
  startTime: startTimeOf(pid),
  world: currentWorld(),
})

/** `unknown`: it lives in another container or on another machine, where we cannot look. */
export const lifeOf = (who: ProcessIdentity): 'alive' | 'dead' | 'unknown' => {
  if (who.world !== currentWorld()) return 'unknown'
  if (!isRunning(who.pid)) return 'dead'
  const state = process.platform === 'linux' ? procStat(who.pid)[0] : undefined
  // A killed process stays listed until its parent collects it; it holds no files any more.
  if (state === 'Z' || state === 'X') return 'dead'
  return startTimeOf(who.pid) === who.startTime ? 'alive' : 'dead'
}
