import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export type Usage = { cpuMs: number; rssBytes: number }

/** What the operating system says of a process. */
export const usageOf = (pid: number): Usage =>
  process.platform === 'linux' ? usageOnLinux(pid) : usageByPs(pid)

const TICKS_PER_SECOND = 100

const usageOnLinux = (pid: number): Usage => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  const rss = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return { cpuMs: (ticks * 1_000) / TICKS_PER_SECOND, rssBytes: Number(rss?.[1]) * 1_024 }
}

const usageByPs = (pid: number): Usage => {
  const text = execFileSync('ps', ['-o', 'cputime=,rss=', '-p', String(pid)], { encoding: 'utf8' })
  const [time = '0', rss = '0'] = text.trim().split(/\s+/)
  const seconds = time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return { cpuMs: seconds * 1_000, rssBytes: Number(rss) * 1_024 }
}
