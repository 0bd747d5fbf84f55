import { ROUTES, rowsOf } from '@teamlore/shared'
import { z } from 'zod'

/** What a contract says of its own parameters by `.describe()`, as `<path of the document> <name>`. The converter drops it. */
export const OWN_DOCS: ReadonlyMap<string, string> = new Map(
  rowsOf(ROUTES).flatMap(({ row }) => {
    const path = row.path.replaceAll(/:(\w+)/g, '{$1}')
    return [row.params, row.query].flatMap((schema) =>
      schema instanceof z.ZodObject
        ? Object.entries(schema.shape).flatMap(([name, field]): [string, string][] => {
            const text = descriptionOf(field)
            return text === undefined ? [] : [[`${path} ${name}`, text]]
          })
        : [],
    )
  }),
)

function descriptionOf(field: unknown): string | undefined {
  if (!(field instanceof z.ZodType)) return undefined
  if (field.description !== undefined) return field.description
  const isWrapped = field instanceof z.ZodOptional || field instanceof z.ZodDefault
  return isWrapped ? descriptionOf(field.unwrap()) : undefined
}
