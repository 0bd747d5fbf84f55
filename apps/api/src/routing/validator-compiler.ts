import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { issueInWords } from '../errors/issue-in-words.ts'

/** Reads what was sent by the schema of its route; what does not fit is answered in words that say what to write. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    const read = schema.safeParse(data, { error: issueInWords })
    if (read.success) return { value: read.data }
    return {
      error: read.error.issues.map(({ code, path, message }) => ({
        keyword: code,
        instancePath: `/${path.join('/')}`,
        schemaPath: '',
        params: {},
        message,
      })),
    }
  }
