import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'

/** What the figures were taken on; without it they say nothing. */
export type MachineFacts = {
  cpu: string
  cores: number
  memory_gb: number
  platform: string
  node: string
  /** Load over the last minute when the run began, in processes. */
  load: number
  began_at: string
}

export const machineFacts = (now = new Date()): MachineFacts => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memory_gb: Math.round(totalmem() / 2 ** 30),
  platform: `${platform()} ${release()} ${arch()}`,
  node: process.version,
  load: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  began_at: now.toISOString(),
})
