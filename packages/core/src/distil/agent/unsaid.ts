import type { HandedFinding } from '@teamlore/shared/handover'
import { partsOf } from '../../text/derive-lexemes.ts'
import type { MessageDigest } from '../transcript/digest-message.ts'
import { OWN_TOOL } from './match-quotes.ts'

type Said = Pick<HandedFinding, 'title' | 'statement' | 'slots'>

const NUMBER = /(?<![\p{L}\p{N}_.-])\d+(?:[.,]\d+)*/gu
const IN_WORDS: Record<string, string> = {
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  eleven: '11',
  twelve: '12',
  fifteen: '15',
  twenty: '20',
  thirty: '30',
  forty: '40',
  fifty: '50',
  sixty: '60',
  ninety: '90',
  hundred: '100',
  thousand: '1000',
}

/** `1,200` and `1200` are one number, and so are `15` and `fifteen`. */
const plain = (number: string): string => number.replace(/[,_](?=\d{3}(?!\d))/g, '')

/** Identifiers, paths, commands and words that are written like names. */
const NAME =
  /`([^`\n]{2,80})`|\b([A-Za-z]\w*(?:[_./-]\w+)+|[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[A-Z]{2,}\w*)\b|(?<=[\p{L}\p{N},;:)] )(\p{Lu}\p{Ll}{2,})\b/gu

/** All that was said in a session, in lower case, as far as its messages were read. */
export const saidIn = (messages: readonly MessageDigest[]): string =>
  messages
    .flatMap(({ text, calls, results }) => [
      text,
      ...calls
        .filter(({ name }) => !OWN_TOOL.test(name))
        .flatMap(({ name, path, command, detail }) => [
          name,
          path ?? '',
          command ?? '',
          detail ?? '',
        ]),
      ...results.map((result) => result.text),
    ])
    .join('\n')
    .toLowerCase()

const textOf = ({ title, statement, slots }: Said): string =>
  [title, statement, slots.value].join('\n')

/** Numbers of the statement that do not stand in what was said, in digits or in words. */
export const unsaidNumbers = (finding: Said, said: string): string[] => {
  const asked = textOf(finding).match(NUMBER) ?? []
  if (asked.length === 0) return []
  const numbers = new Set((said.match(/\d+(?:[.,_]\d+)*/g) ?? []).map(plain))
  for (const [word, number] of Object.entries(IN_WORDS))
    if (said.includes(word)) numbers.add(number)
  return asked.filter((number) => !numbers.has(plain(number)))
}

/** Names of the statement that do not stand in what was said, neither as they are nor by their parts. */
export const unsaidNames = (finding: Said, said: string): string[] => {
  const isThere = (part: string) => said.includes(part.toLowerCase().replace(/(?:'s|’s|s)$/, ''))
  return [...textOf(finding).matchAll(NAME)]
    .map(([, code, written, proper]) => code ?? written ?? proper ?? '')
    .filter((name) => {
      if (isThere(name)) return false
      const parts = name
        .split(/[\s._/\-:]+/)
        .flatMap(partsOf)
        .filter((part) => part.length > 1)
      return parts.length < 2 || !parts.every(isThere)
    })
}
