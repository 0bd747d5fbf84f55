import { isAbsolute, join, relative, sep } from 'node:path'
import type { IngestProject } from '@teamlore/shared'

/** By what the server knows a project. */
export const projectName = ({
  remote_url,
  root_path,
}: Pick<IngestProject, 'remote_url' | 'root_path'>): string =>
  remote_url ?? root_path.split(/[\\/]/).findLast((part) => part !== '') ?? root_path

/** A path as somebody types it in the folder where they are, as the repository has it. */
export const pathInProject = (cwd: string, root: string, typed: string): string =>
  relative(root, isAbsolute(typed) ? typed : join(cwd, typed))
    .split(sep)
    .join('/')
