import { join } from 'node:path'
import { createFileSource } from '../shared/file-source.ts'
import { daysOf, settingsIn } from '../shared/kept-days.ts'
import { fieldsOf } from '../shared/values.ts'
import type { Source } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { createChatReader } from './read-chat.ts'
import { chatToolOf } from './recognise.ts'

/** Gemini CLI: chats in a folder per project, one document or log each; those of subagents in a folder of their session. */
export const createGeminiCliSource = ({ home, variables }: Surroundings): Source => {
  const info = { name: 'gemini-cli', label: 'Gemini CLI' }
  const own = join(variables.GEMINI_CLI_HOME ?? home, '.gemini')
  const source = createFileSource({
    info,
    places: [join(own, 'tmp')],
    fits: (name) => /\.jsonl?$/i.test(name),
    isOwn: (path) => /[\\/]chats[\\/]/.test(path),
    // A chat that is resumed is written again as a log, beside the document.
    groupOf: (path) => path.replace(/\.jsonl$/i, '.json'),
    recognises: async (path, signal) => (await chatToolOf(path, signal)) === info.name,
    read: createChatReader(info),
  })
  const keeps = async () => {
    const file = join(own, 'settings.json')
    const { general } = await settingsIn<{ general: unknown }>(file)
    const { sessionRetention } = fieldsOf<{ sessionRetention?: unknown }>(general)
    const { enabled, maxAge } = fieldsOf<Retention>(sessionRetention)
    if (enabled === false) return null
    return {
      days: daysOf(maxAge) ?? DEFAULT_DAYS,
      setting: 'general.sessionRetention.maxAge',
      file,
    }
  }
  return { ...source, keeps }
}

type Retention = { enabled?: unknown; maxAge?: unknown }

/** As Gemini CLI has it where nobody set it. */
const DEFAULT_DAYS = 30
