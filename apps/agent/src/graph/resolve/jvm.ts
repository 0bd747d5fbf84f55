import { nameOf, type Repository, type Resolve } from './repository.ts'

const MAX_FILES = 60

/** Java and Kotlin: by what each file says of its package and what it declares, wherever it lies. */
export const createJvmResolver = ({ facts }: Repository): Resolve => {
  const byName = new Map<string, string>()
  const byPackage = new Map<string, string[]>()
  for (const [path, { declares }] of facts) {
    if (declares === null || !/\.(java|kts?)$/.test(path)) continue
    const files = byPackage.get(declares.package) ?? []
    if (files.length < MAX_FILES) files.push(path)
    byPackage.set(declares.package, files)
    const own = nameOf(path).replace(/\.\w+$/, '')
    for (const name of [...declares.names, own]) {
      const full = declares.package === '' ? name : `${declares.package}.${name}`
      if (!byName.has(full)) byName.set(full, path)
    }
  }
  return (from, { spec }) => {
    if (spec.endsWith('.*')) {
      const name = spec.slice(0, -2)
      const files = byPackage.get(name)?.filter((path) => path !== from)
      const one = byName.get(name)
      return files ?? (one === undefined ? 'elsewhere' : [one])
    }
    // A nested class or a static member stands behind the name of a file's class.
    for (let name = spec; name.includes('.'); name = name.slice(0, name.lastIndexOf('.'))) {
      const found = byName.get(name)
      if (found !== undefined) return [found]
    }
    return 'elsewhere'
  }
}
