import type { TeamRepositories } from '@teamlore/db'
import { type MeantPath, meantPath } from '@teamlore/shared/nearest-path'

/**
 * What was meant by a path under which nothing is known, among those of these projects (of all, where none are named) that the
 * asker may see. Every door that takes a path asks here.
 */
export const findMeantPath = async (
  { why }: { why: Pick<TeamRepositories['why'], 'paths'> },
  typed: string,
  projects?: readonly string[],
): Promise<MeantPath> => {
  const { paths, isAll } = await why.paths(projects)
  const path = typed.replaceAll('\\', '/').replace(/^\.?\/+/, '')
  if (paths.includes(path)) return { only: null, best: null, alike: [] }
  const meant = meantPath(path, paths)
  // Among paths that were not read, another one may end so.
  if (meant.only === null || isAll) return meant
  return { only: null, best: meant.only, alike: [meant.only] }
}

/** Folders that were perhaps meant by one that nothing is below. */
export const findMeantFolders = async (
  { why }: { why: Pick<TeamRepositories['why'], 'paths'> },
  typed: string,
  projects: readonly string[],
): Promise<string[]> => {
  const { paths } = await why.paths(projects)
  const folders = new Set(paths.flatMap(foldersOf))
  const { only, alike } = meantPath(typed, [...folders])
  return only === null ? alike : [only]
}

const foldersOf = (path: string): string[] => {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}
