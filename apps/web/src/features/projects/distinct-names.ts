import type { Project } from '@teamlore/shared'

/**
 * Projects with distinct names: where several have the same, the owner or folder it lies in stands before it.
 */
export const withDistinctNames = <P extends Pick<Project, 'name' | 'remote_url' | 'root_path'>>(
  projects: readonly P[],
): P[] => {
  const amounts = new Map<string, number>()
  for (const { name } of projects) amounts.set(name, (amounts.get(name) ?? 0) + 1)
  return projects.map((project) => {
    const parent = (amounts.get(project.name) ?? 0) > 1 ? parentOf(project) : undefined
    return parent === undefined ? project : { ...project, name: `${parent}/${project.name}` }
  })
}

/** `github.com/acme/cli` → `acme`, `/home/ada/work/cli` → `work`. */
const parentOf = ({ remote_url, root_path }: Pick<Project, 'remote_url' | 'root_path'>) =>
  (remote_url ?? root_path ?? '')
    .replace(/\.git$/, '')
    .split(/[\\/:]+/)
    .filter((part) => part !== '')
    .at(-2)
