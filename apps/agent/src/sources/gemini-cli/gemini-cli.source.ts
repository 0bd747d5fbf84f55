import { join } from 'node:path'
import { createFileSource } from '../shared/file-source.ts'
import type { Source } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { createChatReader } from './read-chat.ts'
import { recogniseChat } from './recognise.ts'

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
    recognises: async (path, signal) => !isOfQwen(path) && (await recogniseChat(path, signal)),
    read: createChatReader(info),
  })
}

/** Old versions of Qwen Code kept Gemini CLI's files, so only the place tells them apart. */
export const isOfQwen = (path: string): boolean => /[\\/]\.qwen[\\/]/.test(path)
