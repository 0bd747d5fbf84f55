/** What directories send that RFC 7643 does not allow, put right before it is read strictly. */

type Plain = Record<string, unknown>

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const BOOLEANS = new Set(['active', 'primary'])
const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i

/** Entra ID writes booleans as `"True"` and `"False"`. */
const asBoolean = (value: unknown): unknown =>
  typeof value === 'string' && /^(?:true|false)$/i.test(value)
    ? value.toLowerCase() === 'true'
    : value

/** Attributes of extensions are not kept: nothing here goes by them. */
export const normalResource = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(normalResource)
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !/^urn:/i.test(name))
      .map(([name, one]) => [
        name,
        BOOLEANS.has(name.toLowerCase()) ? asBoolean(one) : normalResource(one),
      ]),
  )
}

/** Without the extensions it names, which would make it another resource than we keep. */
export const normalSent = (body: unknown): unknown => {
  const sent = normalResource(body)
  if (!isPlain(sent)) return sent
  const schemas = Array.isArray(sent['schemas'])
    ? sent['schemas'].filter((schema) => !String(schema).includes(':extension:'))
    : sent['schemas']
  return { ...sent, ...(schemas === undefined ? {} : { schemas }) }
}

const WORK_EMAIL = /^emails\[type eq "?work"?\]\.value$/i

const normalOperation = (operation: Plain, resource: Plain): Plain[] => {
  const { path, value } = operation
  if (typeof path !== 'string') return [{ ...operation, value: normalResource(value) }]
  const short = path.replace(CORE, '')
  if (/^urn:/i.test(short)) return []
  const emails = Array.isArray(resource['emails']) ? resource['emails'] : []
  const hasWork = emails.some((email) => isPlain(email) && email['type'] === 'work')
  // Entra ID replaces the work address of somebody who has none yet.
  if (WORK_EMAIL.test(short) && !hasWork && /^(?:add|replace)$/i.test(String(operation['op'])))
    return [{ op: 'add', path: 'emails', value: [{ type: 'work', primary: true, value }] }]
  const last = short.split('.').at(-1)?.toLowerCase() ?? ''
  const read = BOOLEANS.has(last) ? asBoolean(value) : normalResource(value)
  return [{ ...operation, path: short, ...(value === undefined ? {} : { value: read }) }]
}

export const normalPatch = (body: unknown, resource: object): unknown => {
  if (!isPlain(body) || !Array.isArray(body['Operations'])) return body
  const operations = body['Operations'].flatMap((operation: unknown) =>
    isPlain(operation) ? normalOperation(operation, resource as Plain) : [operation],
  )
  return { schemas: body['schemas'], Operations: operations }
}
