import type { z } from 'zod'
import { nearestName } from '../nearest-name.ts'
import { newProblem, type Problem } from '../problems.ts'
import type { ReadYaml } from './read-yaml.ts'

type Issue = z.core.$ZodIssue

const quoted = (words: readonly unknown[]): string => words.map((word) => `"${word}"`).join(', ')

const WORDS: Record<string, string> = {
  string: 'a text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
}

const writtenAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, step) =>
      typeof at === 'object' && at !== null
        ? (at as Record<PropertyKey, unknown>)[step]
        : undefined,
    value,
  )

const nameOf = (path: readonly PropertyKey[]): string => {
  const name = path.findLast((step) => typeof step === 'string')
  return name === undefined ? 'This file' : `"${String(name)}"`
}

/** Keys that a strict mapping of the shape at this path has, as far as the shape says. */
const keysAt = (shape: z.ZodType, path: readonly PropertyKey[]): string[] => {
  let at: unknown = shape
  const unwrap = (one: unknown): unknown => {
    const { def } = one as { def?: { innerType?: unknown; in?: unknown } }
    const inner = def?.innerType ?? def?.in
    return inner === undefined ? one : unwrap(inner)
  }
  for (const step of path) {
    const { def } = unwrap(at) as { def: { element?: unknown; shape?: Record<string, unknown> } }
    at = typeof step === 'number' ? def.element : def.shape?.[String(step)]
    if (at === undefined) return []
  }
  const { def } = unwrap(at) as { def: { shape?: Record<string, unknown> } }
  return Object.keys(def.shape ?? {})
}

const unknownKeys = (read: ReadYaml, shape: z.ZodType, path: PropertyKey[], keys: string[]) => {
  const known = keysAt(shape, path)
  return keys.map((key) =>
    newProblem(
      'unknown-setting',
      read.placeOfKey(path, key),
      `There is no setting "${key.slice(0, 80)}" here.`,
      { expected: `one of ${known.join(', ')}`, nearest: nearestName(key, known) },
    ),
  )
}

const oneOf = (read: ReadYaml, path: PropertyKey[], values: readonly unknown[]): Problem => {
  const written = String(writtenAt(read.value, path)).slice(0, 80)
  return newProblem(
    'wrong-shape',
    read.placeOf(path),
    `${nameOf(path)} must be one of ${quoted(values)}.`,
    {
      expected: `one of ${quoted(values)}`,
      nearest: nearestName(written, values.map(String)),
    },
  )
}

const wrongType = (read: ReadYaml, path: PropertyKey[], expected: string): Problem => {
  const written = writtenAt(read.value, path)
  const wanted = WORDS[expected] ?? expected
  const message =
    written === undefined
      ? `${nameOf(path)} is missing; it must be ${wanted}.`
      : `${nameOf(path)} must be ${wanted}.`
  return newProblem('wrong-shape', read.placeOf(path), message, { expected: wanted })
}

const problemsOf = (read: ReadYaml, shape: z.ZodType, issue: Issue): Problem[] => {
  const path = [...issue.path]
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownKeys(read, shape, path, issue.keys)
    case 'invalid_value':
      return [oneOf(read, path, issue.values)]
    case 'invalid_type':
      return [wrongType(read, path, issue.expected)]
    default:
      return [newProblem('wrong-shape', read.placeOf(path), `${nameOf(path)}: ${issue.message}.`)]
  }
}

/** What was read, in its shape; what is wrong with it is reported by place, expectation and nearest valid name. */
export const checkShape = <T>(
  read: ReadYaml,
  shape: z.ZodType<T>,
): { data: T | undefined; problems: Problem[]; paths?: PropertyKey[][] } => {
  if (read.problems.length > 0) return { data: undefined, problems: read.problems }
  const result = shape.safeParse(read.value)
  if (result.success) return { data: result.data, problems: [] }
  const problems = result.error.issues
    .slice(0, 50)
    .flatMap((issue) => problemsOf(read, shape, issue))
  return { data: undefined, problems, paths: result.error.issues.map(({ path }) => [...path]) }
}
