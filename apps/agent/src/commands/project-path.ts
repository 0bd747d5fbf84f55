import { isAbsolute, join, relative, sep } from 'node:path'

/** A path as somebody types it in the folder where they are, as the repository has it. */
export const pathInProject = (cwd: string, root: string, typed: string): string =>
  relative(root, isAbsolute(typed) ? typed : join(cwd, typed))
    .split(sep)
    .join('/')
