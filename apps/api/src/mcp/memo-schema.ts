import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'

/**
 * A zod schema whose JSON Schema is made once. The SDK asks each server instance for it again, and there is one
 * instance per request: converting was a third of the cost of a call and two thirds of that of listing tools.
 */
export const memoSchema = <S extends z.ZodType>(
  schema: S,
): StandardSchemaWithJSON<z.input<S>, z.output<S>> => {
  const standard = schema['~standard']
  return {
    '~standard': {
      version: 1,
      vendor: 'teamlore',
      validate: (value) => standard.validate(value) as never,
      jsonSchema: {
        input: once(() => jsonSchemaOf(schema, 'input')),
        output: once(() => jsonSchemaOf(schema, 'output')),
      },
    },
  }
}

const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> =>
  z.toJSONSchema(schema, { target: 'draft-2020-12', io })

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
