import type { Entity } from '../book.types.ts'
import { nameKey } from '../names.ts'
import { placeIn } from '../notes/fields.ts'
import { newProblem, type Problem } from '../problems.ts'
import { withDependencies } from '../project/layers.ts'
import { codesOf } from './codes-of.ts'
import type { CheckedNote, Draft, Stage } from './draft.types.ts'
import { type NameIndex, newNameIndex } from './name-index.ts'

export const entityKey = (layer: string, name: string): string => `${layer}/${nameKey(name)}`

/** Of several that bear one name in one layer each is known by its path, which no name can look like. */
const keyOf = ({ note }: CheckedNote, isOneOfMany: boolean): string =>
  isOneOfMany
    ? `${entityKey(note.layer, note.title)}\t${note.path}`
    : entityKey(note.layer, note.title)

const newEntity = ({ note, key, properties, stale }: CheckedNote): Entity => ({
  key,
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

type Made = { said: string; entity: Entity }
/** Entities by the note that each was made of. */
const made = new WeakMap<CheckedNote['note'], Made>()

/** The entity of a note: the very same object as at the last ingest, where nothing of it is different, so that what is known of it still holds. */
const entityOf = (checked: CheckedNote): Entity => {
  const { note, key, properties, stale } = checked
  const said = JSON.stringify([key, properties, stale])
  const before = made.get(note)
  if (before?.said === said) return before.entity
  const entity = newEntity(checked)
  made.set(note, { said, entity })
  return entity
}

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

const folderOf = ({ note }: CheckedNote): string => note.path.split('/').slice(0, -1).join('/')

/** Notes of one name in one layer: those that stay, and what is to be noted of it. */
type Namesakes = { kept: CheckedNote[]; problems: Problem[] }

type CodesIn = (note: CheckedNote) => readonly string[]

/** Whether two notes have identity fields, and no value of these in common: then each has a name of its own. */
const areDistinct = (codes: CodesIn, one: CheckedNote, other: CheckedNote): boolean => {
  const [a, b] = [codes(one), codes(other)]
  return a.length > 0 && b.length > 0 && !a.some((code) => b.includes(code))
}

/**
 * In different folders, and with different numbers or codes, namesakes live side by side. Else the first by path stays, and what only was
 * said before gives way.
 */
const settled = (notes: readonly CheckedNote[], codes: CodesIn): Namesakes => {
  const kept: CheckedNote[] = []
  const problems: Problem[] = []
  for (const checked of notes) {
    const { note, stale } = checked
    const isTwin = (one: CheckedNote): boolean =>
      folderOf(one) === folderOf(checked) && !areDistinct(codes, one, checked)
    const twin = kept.find((one) => stale !== undefined || isTwin(one))
    const place = placeIn(note, 'title')
    if (twin)
      problems.push(
        newProblem(
          'duplicate-name',
          place,
          `Layer "${note.layer}" already has "${twin.note.title}" (${twin.note.path}); this file is left out. Rename one of them.`,
        ),
      )
    else {
      if (kept[0])
        problems.push(
          newProblem(
            'same-name',
            place,
            `Layer "${note.layer}" has another "${note.title}" (${kept[0].note.path}). A name means the nearer one; a path means one of them.`,
          ),
        )
      kept.push(checked)
    }
  }
  return { kept, problems }
}

const byName = (notes: readonly CheckedNote[]): CheckedNote[][] => {
  const groups = new Map<string, CheckedNote[]>()
  for (const checked of notes) {
    const key = entityKey(checked.note.layer, checked.note.title)
    const group = groups.get(key)
    if (group) group.push(checked)
    else groups.set(key, [checked])
  }
  return [...groups.values()]
}

/** Notes to entities, each known by its name, or by its path where others in its layer bear that name too. */
export const entitiesStage: Stage = {
  name: 'entities',
  run: (draft) => {
    const names = newNameIndex(draft.project, draft.schema)
    const codesFor = codesOf(draft.schema)
    const codes: CodesIn = ({ note, properties }) => codesFor({ type: note.type, properties })
    const groups = byName(draft.notes).map((group) => settled(group, codes))
    const problems = groups.flatMap((group) => group.problems)
    const keys = new Map(
      groups.flatMap(({ kept }) => kept.map((one) => [one, keyOf(one, kept.length > 1)])),
    )
    const kept = draft.notes.flatMap((checked) => {
      const key = keys.get(checked)
      if (key === undefined) return []
      const keyed = { ...checked, key }
      const entity = entityOf(keyed)
      names.add(entity)
      return [{ checked: keyed, entity }]
    })
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
