import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { issueInWords } from '../errors/issue-in-words.ts'

/** Reads what was sent by the schema of its route; what does not fit is answered in words that say what to write. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (data) => {
    const read = schema.safeParse(data, { error: issueInWords })
    if (read.success) return { value: read.data }
    return {
      error: read.error.issues.map(({ code, path, message }) => ({
        keyword: code,
        instancePath: `/${path.join('/')}`,
        schemaPath: '',
        params: {},
        message: (httpPart === 'querystring' && givenOften(data, { code, path })) || message,
      })),
    }
  }

type Issue = Pick<z.core.$ZodIssue, 'code' | 'path'>

const OF_THE_WHOLE = ['invalid_type', 'invalid_union', 'invalid_value', 'invalid_format', 'custom']

/** `?tag=a&tag=b` is read as a list, which fits no field of one value. */
const givenOften = (data: unknown, { code, path }: Issue): string | undefined => {
  const [name, ...within] = path
  if (name === undefined || within.length > 0 || !OF_THE_WHOLE.includes(code)) return undefined
  const sent = Object.entries(data ?? {}).find(([key]) => key === name)?.[1]
  return Array.isArray(sent) ? `may be given once, and is here ${sent.length} times` : undefined
}
