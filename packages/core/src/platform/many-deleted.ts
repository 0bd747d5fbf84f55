const MAX_DELETED = 10
const MAX_DELETED_SHARE = 0.1

/** Whether one change takes so much away that somebody has to say that it is meant: more often something was lost. */
export const areManyDeleted = (deleted: number, before: number): boolean =>
  deleted > MAX_DELETED || deleted > before * MAX_DELETED_SHARE
