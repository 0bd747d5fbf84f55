import {
  documentsOfMessage,
  type MessageOfDocument,
  type NewDocument,
  type SessionOfDocument,
} from '@teamlore/core'
import { idBefore, newId, type ProjectId, type TeamId, type UserId } from '@teamlore/shared'
import { createRandom, type Random } from './random.ts'

export type SyntheticCorpus = {
  /** Documents `from` up to, but without, `to`; the same for the same seed. */
  documents(from: number, to: number): NewDocument[]
  /** Vector of length 1, near those of the same topic; the same for the same number. */
  vector(index: number): number[]
  /** 3–6 words of the document, no stop words: a known-item question. */
  question(index: number): string
  /** The document that this question was made of. */
  indexOf(question: string): number | undefined
  /** When the document was written; no two have the same time. */
  occurredAt(index: number): Date
  /** The project of a document: one of every 2,000. */
  projectId(index: number): string
}

type Options = { teamId: TeamId; userId: UserId; dimensions: number; seed?: number }

const VOCABULARY = 60_000
const TOPICS = 200
const MESSAGES_PER_SESSION = 40
const SESSIONS_PER_PROJECT = 50
const SYLLABLES =
  'ba ko ri ten lum sha dor vi qua pel mi zor fen ta gru lo ess nar ik ob pra wel tu cha mon der lis ax hem jo'.split(
    ' ',
  )

const wordOf = (rank: number): string => {
  let text = ''
  for (let left = rank + 37; left > 0; left = Math.floor(left / SYLLABLES.length)) {
    text += SYLLABLES[left % SYLLABLES.length]
  }
  return text
}

/**
 * Zipf–Mandelbrot: the word of rank r is about 1/(r + 30) as frequent as the first. Plain Zipf would put the first word
 * into every document, as stop words are; of what is left when those are gone, the most frequent stand in a quarter of
 * all documents of this length, the hundredth in 7 %, the thousandth in 1 %.
 */
const FLATTENED = 30
const zipfRank = (random: Random): number => {
  const spread = (VOCABULARY + FLATTENED) / FLATTENED
  return Math.min(VOCABULARY - 1, Math.floor(FLATTENED * (spread ** random.next() - 1)))
}

const wordsOf = (index: number, seed: number): string[] => {
  const random = createRandom(seed * 1_000_003 + index)
  const count = 25 + random.int(90)
  return Array.from({ length: count }, () => wordOf(zipfRank(random)))
}

const textOf = (words: readonly string[], index: number): string => {
  const lines: string[] = []
  for (let at = 0; at < words.length; at += 12) lines.push(`${words.slice(at, at + 12).join(' ')}.`)
  const identifier = `${words[1] ?? 'a'}_${words[2] ?? 'b'}`
  return `${lines.join('\n')}\nsrc/${words[0] ?? 'x'}/${identifier}.ts ${identifier}${index % 97}`
}

const kindOf = (index: number): MessageOfDocument['kind'] =>
  index % 8 === 0 ? 'human' : 'assistant'

const occurredAt = (index: number): Date => new Date(Date.UTC(2026, 0, 1) + index * 20_000)

/** Sessions of a made-up team with Zipf-distributed words: sizes any machine can make for itself. */
export const createSyntheticCorpus = ({
  teamId,
  userId,
  dimensions,
  seed = 7,
}: Options): SyntheticCorpus => {
  const asked = new Map<string, number>()
  const sessions = new Map<number, SessionOfDocument>()
  // The same in every run, so that a kept database can be asked for them.
  const projectOf = (session: number) =>
    idBefore('project', 1 + Math.floor(session / SESSIONS_PER_PROJECT)) as ProjectId
  const sessionOf = (index: number): SessionOfDocument => {
    const number = Math.floor(index / MESSAGES_PER_SESSION)
    const known = sessions.get(number) ?? {
      id: newId.session(),
      teamId,
      projectId: projectOf(number),
      userId,
      privateTo: null,
      tool: number % 5 === 0 ? 'codex' : 'claude-code',
      kind: 'main',
      title: wordsOf(number * MESSAGES_PER_SESSION, seed)
        .slice(0, 6)
        .join(' '),
      gitBranch: null,
      cwd: null,
    }
    sessions.set(number, known)
    return known
  }
  const centres = Array.from({ length: TOPICS }, (_, topic) =>
    directions(createRandom(seed + 31 * topic), dimensions),
  )
  return {
    documents: (from, to) => {
      const documents: NewDocument[] = []
      for (let index = from; index < to; index++) {
        const message: MessageOfDocument = {
          id: newId.message(),
          kind: kindOf(index),
          blocks: [{ type: 'text', text: textOf(wordsOf(index, seed), index) }],
          ts: occurredAt(index),
          gitBranch: null,
          isAbandoned: false,
        }
        const [document] = documentsOfMessage(sessionOf(index), message)
        // Only the index is measured here, so there are no rows of sessions to refer to.
        if (document !== undefined) documents.push({ ...document, sessionId: null })
      }
      return documents
    },
    vector: (index) => {
      const random = createRandom(seed * 7_919 + index)
      const centre = centres[index % TOPICS] ?? []
      const noise = directions(random, dimensions)
      return normalised(centre.map((value, i) => value + 0.8 * (noise[i] ?? 0)))
    },
    question: (index) => {
      const random = createRandom(seed * 104_729 + index)
      const words = [...new Set(wordsOf(index, seed))]
      const count = 3 + random.int(4)
      const question = Array.from({ length: count }, () => random.pick(words)).join(' ')
      asked.set(question, index)
      return question
    },
    indexOf: (question) => asked.get(question),
    occurredAt,
    projectId: (index) => projectOf(Math.floor(index / MESSAGES_PER_SESSION)),
  }
}

const directions = (random: Random, dimensions: number): number[] =>
  normalised(
    Array.from({ length: dimensions }, () => random.next() + random.next() + random.next() - 1.5),
  )

const normalised = (vector: readonly number[]): number[] => {
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}
