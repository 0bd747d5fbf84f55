import { join } from 'node:path'
import { createFileSource } from '../shared/file-source.ts'
import type { Source } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { createChatReader } from './read-chat.ts'
import { chatToolOf } from './recognise.ts'

/** Gemini CLI: chats in a folder per project, one document or log each; those of subagents in a folder of their session. */
export const createGeminiCliSource = ({ home, variables }: Surroundings): Source => {
  const info = { name: 'gemini-cli', label: 'Gemini CLI' }
  return createFileSource({
    info,
    places: [join(variables.GEMINI_CLI_HOME ?? home, '.gemini', 'tmp')],
    fits: (name) => /\.jsonl?$/i.test(name),
    isOwn: (path) => /[\\/]chats[\\/]/.test(path),
    // A chat that is resumed is written anew as a log, beside the document.
    groupOf: (path) => path.replace(/\.jsonl$/i, '.json'),
    recognises: async (path, signal) => (await chatToolOf(path, signal)) === info.name,
    read: createChatReader(info),
  })
}
