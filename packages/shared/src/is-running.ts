/** Whether there is a process of this number, whoever it belongs to; also one that was killed and not yet collected. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, but for somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
