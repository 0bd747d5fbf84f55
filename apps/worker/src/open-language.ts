import { createLanguageModel, type LanguageSettings } from '@teamlore/models'
import type { LanguageOptions } from './compose.ts'

/** The language model of a process, from its settings; asks nothing yet. */
export const openLanguage = ({
  model,
  dailyUsd,
  dailyTokens,
  idleMinutes,
  minPrompts,
}: LanguageSettings): LanguageOptions | undefined =>
  model && {
    model: createLanguageModel(model),
    caps: { dailyUsd, dailyTokens },
    idleMinutes,
    minPrompts,
  }
