/** Whether Postgres said that its disk has no room, wherever the layers above have put its code. */
export const isDiskFull = (error: unknown): boolean => {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if ('code' in at && at.code === '53100') return true
  return false
}
