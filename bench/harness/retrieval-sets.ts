import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { benchEnv } from './bench-env.ts'

const idSchema = z.union([z.string(), z.number()]).transform(String)

const setSchema = z.object({
  corpora: z.record(z.string(), z.array(z.object({ id: idSchema, text: z.string() }))),
  queries: z.array(
    z.object({
      id: idSchema,
      text: z.string(),
      /** Ids of the documents that answer it, all equally right. */
      rel: z.array(idSchema).min(1),
      corpus: z.string(),
    }),
  ),
})

/** Questions with the documents that answer them. Each corpus is searched by itself. */
export type RetrievalSet = z.infer<typeof setSchema> & { name: string }

const OWN_FOLDER = fileURLToPath(new URL('../data', import.meta.url))

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => join(folder, name))
    : []

/** The project's own sets, and those of the shared folder where there is one. */
export const loadRetrievalSets = (wanted: readonly string[] = []): RetrievalSet[] => {
  const shared = filesIn(join(benchEnv().sharedDir, 'bench', 'retrieval'))
  const files = [...shared, ...filesIn(OWN_FOLDER)]
  const sets = files
    .map((file) => readSet(file))
    .filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  if (sets.length === 0)
    throw new Error(`There is no such set. There are: ${files.map(nameOf).join(', ')}.`)
  return sets
}

const nameOf = (file: string): string => basename(file, '.json')

const readSet = (file: string): RetrievalSet => {
  const parsed = setSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success)
    throw new Error(`${file} is no set of questions: ${z.prettifyError(parsed.error)}`)
  return { name: nameOf(file), ...parsed.data }
}
