import { z } from 'zod'
import { readSettings, settings } from './settings.ts'

const schema = z.object({
  TEAMLORE_SECRET: settings.TEAMLORE_SECRET.unwrap(),
  TEAMLORE_NEW_SECRET: settings.TEAMLORE_SECRET.unwrap(),
})

/** The secret of now and the one that takes its place. @throws ConfigError */
export const readRotation = (
  source: Record<string, string | undefined>,
): { from: string; to: string } => {
  const { TEAMLORE_SECRET: from, TEAMLORE_NEW_SECRET: to } = readSettings(
    'A rotation',
    schema.refine((given) => given.TEAMLORE_SECRET !== given.TEAMLORE_NEW_SECRET, {
      path: ['TEAMLORE_NEW_SECRET'],
      error: 'must be another one than TEAMLORE_SECRET',
    }),
    source,
  )
  return { from, to }
}
