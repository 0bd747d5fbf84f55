import { distilToolSchema } from '@teamlore/shared/distil-leases'
import { z } from 'zod'
import { CliError } from '../errors/cli-error.ts'
import { readPrivateFile, writePrivateFile } from '../platform/private-file.ts'

export const DAILY_TOKENS = 200_000

const fileSchema = z.object({
  /** To which coding agents somebody agreed that sessions of a server are sent, and `memories`: of the team, too. */
  agreed: z
    .array(
      z.object({
        server: z.string(),
        tool: distilToolSchema,
        memories: z.boolean().default(false),
      }),
    )
    .max(200)
    .default([]),
  auto: z
    .object({
      server: z.string(),
      with: z.union([distilToolSchema, z.literal('auto')]).default('auto'),
      model: z.string().max(120).nullable().default(null),
      daily_tokens: z.number().int().min(1).default(DAILY_TOKENS),
      /** How many days back a session may have begun. */
      since_days: z.number().int().min(1).default(90),
    })
    .nullable()
    .default(null),
  /** Until when nobody is asked, as far as the coding agent said. */
  rests_until: z.string().nullable().default(null),
})
export type DistilSettings = z.infer<typeof fileSchema>

/** @throws CliError when the file cannot be understood: to send what nobody agreed to would be worse. */
export const readDistilSettings = async (path: string): Promise<DistilSettings> => {
  const file = await readPrivateFile(path)
  if (file === undefined) return fileSchema.parse({})
  const parsed = fileSchema.safeParse(jsonOf(file.text))
  if (parsed.success) return parsed.data
  throw new CliError({
    code: 'cli.distil_file_broken',
    message: `${path}, which says how your coding agent distils sessions, cannot be understood.`,
    hint: 'Delete it, and run `lore distil` or `lore distil --auto on` again.',
    cause: parsed.error,
  })
}

export const changeDistilSettings = async (
  path: string,
  change: (settings: DistilSettings) => DistilSettings,
): Promise<DistilSettings> => {
  const changed = change(await readDistilSettings(path))
  await writePrivateFile(path, `${JSON.stringify(changed, null, 2)}\n`)
  return changed
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
