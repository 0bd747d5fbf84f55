import { nearestName } from '../nearest-name.ts'
import { newProblem, type Problem } from '../problems.ts'
import { checkShape } from '../reading/check-shape.ts'
import { type ReadYaml, readYaml } from '../reading/read-yaml.ts'
import { bookPath } from './book-path.ts'
import { withDependencies } from './layers.ts'
import { type BookProject, projectSchema } from './project.types.ts'

export const PROJECT_FILE = 'lorecraft.yaml'
const MAX_BYTES = 256 * 1024

const unsafePaths = (read: ReadYaml, { layers, exclude }: BookProject): Problem[] => {
  const written = [
    ...layers.flatMap((layer, at) =>
      layer.paths.map((path, step) => ({ path, place: ['layers', at, 'paths', step] })),
    ),
    ...layers.flatMap((layer, at) =>
      layer.default_types.flatMap((one, step) =>
        'path' in one
          ? [{ path: one.path, place: ['layers', at, 'default_types', step, 'path'] }]
          : [],
      ),
    ),
    ...exclude.map((path, at) => ({ path, place: ['exclude', at] })),
  ]
  return written
    .filter(({ path }) => bookPath(path) === undefined)
    .map(({ place }) =>
      newProblem(
        'unsafe-path',
        read.placeOf(place),
        'A path must stay in the folder of the book; write it relative and without "..".',
        { expected: 'a relative path such as ./notes/' },
      ),
    )
}

const wrongNames = (read: ReadYaml, { layers }: BookProject): Problem[] => {
  const names = layers.map(({ name }) => name)
  return layers.flatMap(({ name, depends_on }, at) => [
    ...(names.indexOf(name) < at
      ? [
          newProblem(
            'declared-twice',
            read.placeOf(['layers', at, 'name']),
            `There already is a layer "${name}".`,
          ),
        ]
      : []),
    ...depends_on.flatMap((other, step) =>
      names.includes(other)
        ? []
        : [
            newProblem(
              'unknown-name',
              read.placeOf(['layers', at, 'depends_on', step]),
              `There is no layer "${other}".`,
              { expected: `one of ${names.join(', ')}`, nearest: nearestName(other, names) },
            ),
          ],
    ),
  ])
}

const wrongDependencies = (read: ReadYaml, { layers }: BookProject): Problem[] =>
  layers.flatMap((layer, at) => {
    const place = read.placeOf(['layers', at, 'depends_on'])
    const beneath = withDependencies(layers, layer.name).filter(({ name }) => name !== layer.name)
    if (layer.depends_on.some((name) => withDependencies(layers, name).includes(layer)))
      return [
        newProblem('layer-cycle', place, `Layer "${layer.name}" depends on itself in the end.`),
      ]
    const ephemeral = beneath.find(({ canonical }) => !canonical)
    if (!layer.canonical || ephemeral === undefined) return []
    return [
      newProblem(
        'cross-layer',
        place,
        `Layer "${layer.name}" is canonical and may not depend on "${ephemeral.name}", which is not.`,
      ),
    ]
  })

const unused = (read: ReadYaml, project: BookProject): Problem[] =>
  project.database === undefined
    ? []
    : [
        newProblem(
          'unused-setting',
          read.placeOfKey([], 'database'),
          'The server has the database; this setting is not used, and a password in it is better removed.',
        ),
      ]

/** Reads `lorecraft.yaml`. `project` is undefined where an error stands among the problems. */
export const readProject = (
  text: string,
  file: string = PROJECT_FILE,
): { project: BookProject | undefined; problems: Problem[] } => {
  const read = readYaml(text, { file, maxBytes: MAX_BYTES })
  const { data, problems } = checkShape(read, projectSchema)
  if (data === undefined) return { project: undefined, problems }
  const found = [
    ...unsafePaths(read, data),
    ...wrongNames(read, data),
    ...wrongDependencies(read, data),
    ...unused(read, data),
  ]
  const isUsable = !found.some(({ severity }) => severity === 'error')
  return { project: isUsable ? data : undefined, problems: found }
}
