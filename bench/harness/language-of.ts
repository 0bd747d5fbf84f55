import { type LanguageSettings, languageEnv, languageSettingsOf } from '@teamlore/models'
import { z } from 'zod'

/** The language model that the environment names, as for a server; undefined where it names none. */
export const languageOf = (): LanguageSettings | undefined => {
  const settings = languageSettingsOf(z.object(languageEnv).parse(process.env), process.env)
  return settings.model === undefined ? undefined : settings
}
