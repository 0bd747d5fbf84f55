import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnNode } from './spawned.ts'

/** By the counter that shares no code with the reader. */
export const countIndependently = async (
  folder: string,
): Promise<{ messages: number; prompts: number }> => {
  const counter = spawnNode(
    ['packages/sources/test-support/count-claude-code.mjs', folder, '--json'],
    {},
  )
  await counter.exit()
  const { totals } = JSON.parse(counter.output())
  return { messages: totals.messages, prompts: totals.prompts }
}

/** Six words from the middle of an answer in the middle of the three largest transcripts, with the session each is in. */
export const phrasesFromTheMiddle = (folder: string): [string, string][] => {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .sort((a, b) => b.length - a.length)
    .flatMap((text) => {
      const answers = text.split('\n').flatMap(answerIn)
      const answer = answers[Math.floor(answers.length / 2)]
      return answer ? [[middleWords(answer.text), answer.sessionId] as [string, string]] : []
    })
    .slice(0, 3)
}

const answerIn = (line: string): { text: string; sessionId: string }[] => {
  if (!line.startsWith('{') || !line.includes('"type":"assistant"')) return []
  const record = parsed(line)
  const text = record?.message?.content?.find?.(
    (block: { type: string }) => block.type === 'text',
  )?.text
  // Plain words only: a phrase with Markdown in it would test the tokeniser instead.
  const isPlain = typeof text === 'string' && /^[\w\s,.'-]{60,}$/.test(text)
  return isPlain ? [{ text, sessionId: record.sessionId }] : []
}

const middleWords = (text: string): string => {
  const words = text.split(/\s+/)
  const from = Math.max(0, Math.floor(words.length / 2) - 3)
  return words.slice(from, from + 6).join(' ')
}

const parsed = (line: string) => {
  try {
    return JSON.parse(line)
  } catch {
    // A damaged line: there are some in the real files, and the reader's own tests are about them.
    return undefined
  }
}
