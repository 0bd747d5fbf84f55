import { OWN_DOCS } from './own-docs.ts'
import { PARAMETER_DOCS, SPECIAL_PARAMETER_DOCS, STATUS_DOCS } from './parameter-docs.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type JsonObject = { [key: string]: Json }

const SCHEMAS = '#/components/schemas/'
/** What the converter calls the recursive schema of "any JSON", under a name that it then does not define. */
const ANY_JSON = /^#\/components\/schemas\/(?:__shared#\/\$defs\/|__)?schema\d+$/

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Names what parameters and statuses mean, gives "any JSON" a name, and drops components nothing refers to. */
export const finishDocument = (document: JsonObject): JsonObject => {
  const finished = withAnyJson(document) as JsonObject
  const components = isObject(finished['components']) ? finished['components'] : {}
  const schemas: JsonObject = {
    ...(isObject(components['schemas']) ? components['schemas'] : {}),
    Json: { description: 'Any JSON value.' },
  }
  for (const [path, operation] of operationsOf(finished)) describe(path, operation)
  const used = reachable(finished['paths'], schemas)
  return {
    ...finished,
    components: {
      ...components,
      schemas: Object.fromEntries(
        Object.entries(schemas)
          .filter(([name]) => used.has(name))
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    },
  }
}

const withAnyJson = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(withAnyJson)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) =>
      key === '$ref' && typeof child === 'string' && ANY_JSON.test(child)
        ? [key, `${SCHEMAS}Json`]
        : [key, withAnyJson(child)],
    ),
  )
}

const operationsOf = (document: JsonObject): [path: string, operation: JsonObject][] => {
  const paths = isObject(document['paths']) ? Object.entries(document['paths']) : []
  return paths.flatMap(([path, methods]) =>
    isObject(methods)
      ? Object.values(methods)
          .filter(isObject)
          .map((operation): [string, JsonObject] => [path, operation])
      : [],
  )
}

const describe = (path: string, operation: JsonObject): void => {
  const { parameters, responses } = operation
  for (const parameter of Array.isArray(parameters) ? parameters.filter(isObject) : []) {
    const name = String(parameter['name'])
    const description =
      SPECIAL_PARAMETER_DOCS[`${path} ${name}`] ??
      OWN_DOCS.get(`${path} ${name}`) ??
      PARAMETER_DOCS[name]
    if (description !== undefined) parameter['description'] = description
  }
  if (!isObject(responses)) return
  for (const [status, response] of Object.entries(responses)) {
    const description = STATUS_DOCS[status]
    if (isObject(response) && description !== undefined) response['description'] = description
  }
}

const reachable = (from: Json | undefined, schemas: JsonObject): Set<string> => {
  const found = new Set<string>()
  const queue: (Json | undefined)[] = [from]
  while (queue.length > 0) {
    for (const name of refsIn(queue.pop())) {
      if (found.has(name)) continue
      found.add(name)
      queue.push(schemas[name])
    }
  }
  return found
}

const refsIn = (value: Json | undefined): string[] => {
  if (Array.isArray(value)) return value.flatMap(refsIn)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, child]) =>
    key === '$ref' && typeof child === 'string' && child.startsWith(SCHEMAS)
      ? [child.slice(SCHEMAS.length)]
      : refsIn(child),
  )
}
