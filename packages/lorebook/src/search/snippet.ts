import type { Entity } from '../book.types.ts'
import { foldWord } from './words.ts'

const BEFORE = 60
const LENGTH = 240

const marked = (text: string, words: ReadonlySet<string>): string =>
  text.replace(/[\p{L}\p{N}\p{M}]+/gu, (word) => (words.has(foldWord(word)) ? `**${word}**` : word))

const firstMatch = (text: string, words: ReadonlySet<string>): number => {
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu))
    if (words.has(foldWord(match[0]))) return match.index
  return -1
}

/** Its name, the other names that have one of the words, and its tags. */
const headOf = ({ name, aliases, tags }: Entity, words: ReadonlySet<string>): string =>
  [name, ...aliases.filter((alias) => firstMatch(alias, words) !== -1), ...tags].join(' · ')

/** Where an entity speaks of the words: of its body the passage around the first, else its names; `**` around each. */
export const snippetOf = (entity: Entity, words: ReadonlySet<string>): string => {
  const { body } = entity
  const at = firstMatch(body, words)
  if (at === -1) return marked(headOf(entity, words), words)
  const start = at <= BEFORE ? 0 : Math.max(0, body.indexOf(' ', at - BEFORE) + 1)
  const from = Math.min(start, at)
  const passage = body
    .slice(from, from + LENGTH)
    .replace(/\s+/gu, ' ')
    .trim()
  const cut = from + LENGTH < body.length ? '…' : ''
  return `${from > 0 ? '…' : ''}${marked(passage, words)}${cut}`
}
