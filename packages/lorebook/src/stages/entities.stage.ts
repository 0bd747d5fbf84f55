import type { Entity } from '../book.types.ts'
import { nameKey } from '../names.ts'
import { placeIn } from '../notes/fields.ts'
import { newProblem, type Problem } from '../problems.ts'
import { withDependencies } from '../project/layers.ts'
import type { CheckedNote, Draft, Stage } from './draft.types.ts'
import { type NameIndex, newNameIndex } from './name-index.ts'

export const entityKey = (layer: string, name: string): string => `${layer}/${nameKey(name)}`

const entityOf = ({ note, properties, stale }: CheckedNote): Entity => ({
  key: entityKey(note.layer, note.title),
  name: note.title,
  layer: note.layer,
  type: note.type,
  aliases: note.aliases,
  tags: note.tags,
  properties,
  lines: Object.fromEntries(
    Object.keys(properties).flatMap((name) =>
      Object.hasOwn(note.at, name) ? [[name, note.at[name]?.[0] ?? 1]] : [],
    ),
  ),
  body: note.body,
  source: {
    path: note.path,
    hash: note.hash,
    line: placeIn(note, 'title').line,
    ...(stale !== undefined && { stale }),
  },
})

const ambiguous = (note: CheckedNote['note'], names: NameIndex, key: string): Problem[] =>
  note.aliases.flatMap((alias, at) => {
    const others = [...names.titled(note.layer, alias), ...names.aliased(note.layer, alias)]
    const other = others.find((one) => one.key !== key)
    if (other === undefined) return []
    return [
      newProblem(
        'ambiguous-name',
        placeIn(note, 'aliases', at),
        `"${alias}" also names "${other.name}" (${other.source?.path ?? 'no file yet'}).`,
      ),
    ]
  })

/** A layer says what changed by events; it may not say again what a layer beneath it has said. */
const restated = ({ project }: Draft, { note }: CheckedNote, names: NameIndex): Problem[] => {
  const [layer, ...beneath] = withDependencies(project.layers, note.layer)
  if (layer === undefined || layer.overrides) return []
  const below = beneath
    .flatMap(({ name }) => names.titled(name, note.title))
    .find(({ type }) => type === note.type)
  if (below === undefined) return []
  return [
    newProblem(
      'cross-layer',
      placeIn(note, 'title'),
      `"${note.title}" is already said in layer "${below.layer}" (${below.source?.path}); record the change as an event, or let the layer override.`,
      { expected: 'an event with consequences' },
    ),
  ]
}

/** Notes to entities. Of two that bear one name in one layer, the first by path stays. */
export const entitiesStage: Stage = {
  name: 'entities',
  run: (draft) => {
    const names = newNameIndex(draft.project)
    const problems: Problem[] = []
    const kept: { checked: CheckedNote; entity: Entity }[] = []
    for (const checked of draft.notes) {
      const { note } = checked
      const twin = names.titled(note.layer, note.title)[0]
      if (twin) {
        problems.push(
          newProblem(
            'duplicate-name',
            placeIn(note, 'title'),
            `Layer "${note.layer}" already has "${twin.name}" (${twin.source?.path}); this file is left out. Rename one of them.`,
          ),
        )
        continue
      }
      const entity = entityOf(checked)
      names.add(entity)
      kept.push({ checked, entity })
    }
    for (const { checked, entity } of kept) {
      problems.push(...ambiguous(checked.note, names, entity.key))
      problems.push(...restated(draft, checked, names))
    }
    return {
      ...draft,
      notes: kept.map(({ checked }) => checked),
      entities: kept.map(({ entity }) => entity),
      names,
      problems: [...draft.problems, ...problems],
    }
  },
}
