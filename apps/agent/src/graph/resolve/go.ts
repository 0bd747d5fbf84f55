import { folderOf, nameOf, type Repository, type Resolve, within } from './repository.ts'

/** A package is all files of a folder; of a larger one not every file is worth an edge. */
const MAX_FILES = 60

/** Packages of Go by the modules of the repository. */
export const createGoResolver = ({ paths, textOf, facts }: Repository): Resolve => {
  const modules: { name: string; folder: string }[] = []
  for (const path of paths) {
    if (nameOf(path) !== 'go.mod') continue
    const name = /^module\s+"?([^\s"]+)/m.exec(textOf(path) ?? '')?.[1]
    if (name !== undefined) modules.push({ name, folder: folderOf(path) })
  }
  modules.sort((a, b) => b.name.length - a.name.length)
  const packages = new Map<string, string[]>()
  for (const path of facts.keys())
    if (path.endsWith('.go') && !path.endsWith('_test.go')) {
      const folder = folderOf(path)
      const files = packages.get(folder) ?? []
      if (files.length < MAX_FILES) files.push(path)
      packages.set(folder, files)
    }
  return (_from, { spec }) => {
    const owner = modules.find(({ name }) => spec === name || spec.startsWith(`${name}/`))
    if (owner === undefined) return 'elsewhere'
    const rest = spec.slice(owner.name.length + 1)
    const folder = rest === '' ? owner.folder : within(owner.folder, rest)
    return packages.get(folder) ?? 'missing'
  }
}
