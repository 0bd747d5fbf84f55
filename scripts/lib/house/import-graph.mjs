// Which folders of a package import which, and the knots in that: folders that reach each other.
import { posix } from 'node:path'

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

const ENDINGS = ['', '.ts', '.tsx', '/index.ts', '/index.tsx']

/** The file that a module names; undefined for a package. `@/` is the root of a package's sources. */
const resolveIn = (files, from, module) => {
  const source = from.split('/').slice(0, 3).join('/')
  const path = module.startsWith('@/')
    ? posix.join(source, module.slice(2))
    : module.startsWith('.') && posix.join(posix.dirname(from), module)
  if (!path) return undefined
  const plain = path.replace(/\.js$/, '')
  return ENDINGS.map((ending) => plain + ending).find((name) => files.has(name))
}

/** `texts`: what stands in each file of a package. Imports of types count like all others. */
export const importsOf = (texts) =>
  [...texts].flatMap(([from, text]) =>
    [...text.matchAll(IMPORT)].flatMap(([, named, asked]) => {
      const to = resolveIn(texts, from, named ?? asked)
      return to === undefined ? [] : [{ from, to }]
    }),
  )

/** The folder of a file down to so many levels below `source`; a file that lies in no folder stands for itself. */
const folderAt = (source, file, depth) => {
  const folders = file
    .slice(source.length + 1)
    .split('/')
    .slice(0, -1)
  return folders.length === 0 ? file : `${source}/${folders.slice(0, depth).join('/')}`
}

/** Tarjan's strongly connected components, those of more than one node. */
const knotsIn = (arrows) => {
  const places = new Map()
  const lowest = new Map()
  const open = []
  const knots = []
  const visit = (node) => {
    places.set(node, places.size)
    lowest.set(node, places.get(node))
    open.push(node)
    for (const next of arrows.get(node)?.keys() ?? []) {
      if (!places.has(next)) visit(next)
      if (open.includes(next)) lowest.set(node, Math.min(lowest.get(node), lowest.get(next)))
    }
    if (lowest.get(node) !== places.get(node)) return
    const knot = open.splice(open.indexOf(node))
    if (knot.length > 1) knots.push(knot.sort())
  }
  for (const node of arrows.keys()) if (!places.has(node)) visit(node)
  return knots
}

/**
 * Folders of a package that import each other, with an import for each pair, the rarest first: those are the ones to cut.
 * Top folders are looked at first, then what lies below them.
 */
export const folderKnots = (source, imports) => {
  const deepest = Math.max(0, ...imports.map(({ from }) => from.split('/').length))
  const found = new Map()
  for (let depth = 1; depth <= deepest; depth += 1) {
    const arrows = new Map()
    for (const { from, to } of imports) {
      const [here, there] = [folderAt(source, from, depth), folderAt(source, to, depth)]
      if (here === there) continue
      const own = arrows.get(here) ?? arrows.set(here, new Map()).get(here)
      own.set(there, [...(own.get(there) ?? []), { from, to }])
    }
    for (const knot of knotsIn(arrows)) {
      const within = knot.flatMap((here) =>
        [...(arrows.get(here) ?? [])].flatMap(([there, ways]) =>
          knot.includes(there) ? [ways] : [],
        ),
      )
      const rarest = within.sort((a, b) => a.length - b.length).map(([way]) => way)
      const name = knot.join(' ')
      if (!found.has(name)) found.set(name, { folders: knot, imports: rarest })
    }
  }
  return [...found.values()]
}
