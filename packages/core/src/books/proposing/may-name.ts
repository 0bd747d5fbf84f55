import type { Book, Entity } from '@teamlore/lorebook'

/** Whether a note may name another: its layer is the other's, or depends on it. */
export const mayName = ({ project }: Book): ((from: Entity, to: Entity) => boolean) => {
  const reach = new Map<string, Set<string>>()
  for (const { name } of project.layers) {
    const found = new Set([name])
    for (const one of found)
      for (const beneath of project.layers.find((layer) => layer.name === one)?.depends_on ?? [])
        found.add(beneath)
    reach.set(name, found)
  }
  return (from, to) => reach.get(from.layer)?.has(to.layer) === true
}
