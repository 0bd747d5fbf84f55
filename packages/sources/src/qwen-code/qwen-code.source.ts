import { join } from 'node:path'
import { firstRecords } from '../files/first-records.ts'
import { chatToolOf } from '../gemini-cli/recognise.ts'
import { createFileSource } from '../shared/file-source.ts'
import type { Source } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { INFO, isChatLine, openSession, readSession } from './read-session.ts'

/** Qwen Code: one log per session in a folder per project, and one for each of its agents; in old versions what Gemini CLI keeps, in a folder of its own. */
export const createQwenCodeSource = ({ home, variables }: Surroundings): Source => {
  const root = variables.QWEN_RUNTIME_DIR || variables.QWEN_HOME || join(home, '.qwen')
  return createFileSource({
    info: INFO,
    places: [join(root, 'projects'), join(root, 'tmp')],
    fits: (name) => /\.jsonl?$/i.test(name),
    isOwn: (path) =>
      /[\\/](chats|subagents)[\\/]/.test(path) &&
      !/\.(ledger\.jsonl|(runtime|worktree|meta)\.json)$/i.test(path),
    recognises: async (path, signal) =>
      (await firstRecords(path, signal)).some(isChatLine) ||
      (await chatToolOf(path, signal)) === INFO.name,
    read: readSession,
    open: openSession,
  })
}
