/** PostgreSQL's code for a statement that ran into its time limit. */
const QUERY_CANCELED = '57014'

/** Whether a database error, or what caused it, is a statement that was stopped. */
export const isCancelledStatement = (error: unknown): boolean => {
  for (let link = error; link instanceof Error; link = link.cause) {
    if ('code' in link && link.code === QUERY_CANCELED) return true
  }
  return false
}
