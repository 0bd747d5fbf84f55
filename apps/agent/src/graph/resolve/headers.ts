import { folderOf, joined, nameOf, type Repository, type Resolve } from './repository.ts'

const shared = (a: string, b: string): number => {
  const left = a.split('/')
  const right = b.split('/')
  let at = 0
  while (at < left.length && left[at] === right[at]) at++
  return at
}

/** Includes of C and C++: beside the file, else the file whose path ends so and that lies nearest. */
export const createHeaderResolver = ({ paths }: Repository): Resolve => {
  const byName = new Map<string, string[]>()
  for (const path of paths)
    if (/\.(h|hh|hpp|hxx|inc|inl|c|cc|cpp|cxx)$/i.test(path)) {
      const name = nameOf(path)
      byName.set(name, [...(byName.get(name) ?? []), path])
    }
  return (from, { spec: said }) => {
    const isAngled = said.startsWith('<')
    const spec = said.replace(/^<|>$/g, '')
    const beside = isAngled ? undefined : joined(folderOf(from), spec)
    if (beside !== undefined && paths.has(beside)) return [beside]
    // `<string.h>` is the system's, also where a file of that name lies somewhere.
    if (isAngled && !spec.includes('/')) return 'elsewhere'
    const ending = spec.replace(/^(?:\.{1,2}\/)+/, '')
    const found = (byName.get(nameOf(spec)) ?? []).filter(
      (path) => path === ending || path.endsWith(`/${ending}`),
    )
    const [nearest] = found.sort((a, b) => shared(from, b) - shared(from, a) || (a < b ? -1 : 1))
    if (nearest !== undefined) return [nearest]
    return isAngled ? 'elsewhere' : 'missing'
  }
}
