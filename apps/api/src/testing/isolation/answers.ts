import type { LightMyRequestResponse } from 'fastify'
import type { Planting } from './planting.ts'
import type { Ask } from './send.ts'

/** Words and ids that an answer must not hold; what was asked for may be said again. */
export const foundIn = (
  answer: string,
  question: string,
  plantings: readonly Pick<Planting, 'asked' | 'hidden' | 'ids'>[],
): string[] => {
  const [said, asked] = [answer.toLowerCase(), decodeURIComponent(question).toLowerCase()]
  return plantings
    .flatMap(({ asked: word, hidden, ids }) => [word, hidden, ...[...ids.values()].flat()])
    .filter((word) => said.includes(word) && !asked.includes(word))
}

export const questionText = ({ url, payload }: Ask): string =>
  `${url} ${payload === undefined ? '' : JSON.stringify(payload)}`

/** What somebody learns from an answer: its status and its body, without the ids asked for. */
export const learned = (
  { statusCode, body }: Pick<LightMyRequestResponse, 'statusCode' | 'body'>,
  ids: readonly string[] = [],
): string => ids.reduce((text, id) => text.replaceAll(id, '<id>'), `${statusCode} ${body}`)
