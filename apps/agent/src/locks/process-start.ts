import { readFile } from 'node:fs/promises'

/**
 * When a process started, in whatever unit the system counts: a number of a process is given again, a number and a start are
 * not. Empty where it is not known, undefined for one that ended and merely was not collected yet.
 */
export const startOf = async (pid: number): Promise<string | undefined> => {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // Behind the name of the program, which may hold spaces and brackets itself.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : (fields[19] ?? '')
}
