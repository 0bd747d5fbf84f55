import type { MemoryId, Origin, ProjectId, TeamId, UserId } from '@teamlore/shared'
import type { MemoryKind, MemorySlots, MemoryStatus } from '@teamlore/shared/memories'
import { recordTokens } from '../text/count-tokens.ts'
import { buildDocuments, type DocumentOptions, type DocumentText } from './build-documents.ts'
import type { NewDocument } from './new-document.ts'
import { answersTo } from './questions-of-memory.ts'
import { replacedOn } from './replaced-on.ts'
import { textOfMemory } from './text-of-memory.ts'

/** What its documents take from a memory. */
export type MemoryOfDocument = {
  id: MemoryId
  teamId: TeamId
  projectId: ProjectId | null
  privateTo: UserId | null
  kind: MemoryKind
  status: MemoryStatus
  /** What a colleague would ask for. */
  topic: string
  statement: string
  reason: string
  rejected: readonly string[]
  slots: MemorySlots
  /** What it answers, in the words of who does not know it. */
  questions: readonly string[]
  origin: Origin
  authorId: UserId | null
  validFrom: Date
  paths: readonly string[]
}

/** What a memory said before, or another whose place it took. */
export type FormerStatement = {
  statement: string
  reason: string
  slots: MemorySlots
  questions: readonly string[]
  from: Date
  until: Date
}

/**
 * What it is about in the words that a question uses: a change is often stated of a product alone ("LaunchDarkly was dropped for
 * Unleash"), and asked about by what the product is for. Empty where nobody took the statement apart.
 */
const aboutOf = ({ subject, attribute, scope, value }: MemorySlots): string =>
  subject === null || attribute === null || value === null
    ? ''
    : `${[subject, attribute, scope].filter(Boolean).join(', ')}: ${value}`

/** Questions that a text answers are numbered so far behind it. */
const FIRST_QUESTION = 50

/** Chunks of former statements are numbered from here, those of the memory itself from 0. */
const FIRST_FORMER = 100
const MAX_FORMER = 40

type Text = Omit<DocumentText, 'bodyWeight' | 'tokens'> & { since: Date }

/**
 * Documents of a memory: one of what it says, one of each statement whose place it took, under its own title, and one of each
 * question that any of them answers. So a question in the words of any version is answered by the head, before anything is
 * weighed, however tersely the head is worded; and what is found says what changed, or what it answers.
 */
export const documentsOfMemory = (
  memory: MemoryOfDocument,
  former: readonly FormerStatement[],
  options: DocumentOptions = {},
): NewDocument[] => {
  const status = STATUS[memory.status]
  if (status === null) return []
  const facts = {
    sessionId: null,
    messageId: null,
    kind: 'memory' as const,
    sourceId: memory.id,
    type: memory.kind,
    concepts: [],
    paths: [...new Set(memory.paths)],
    tool: null,
    gitBranch: null,
    authorId: memory.authorId,
    origin: memory.origin,
    status,
    embedPriority: 1,
  }
  const tokens = recordTokens(textOfMemory(memory))
  // One that does not hold any more is found by its own words alone; those it replaced belong to the head.
  const texts = [
    ...textsOf(memory),
    ...(status === 'current' || status === 'unreviewed' ? formerTexts(memory, former) : []),
  ]
  return texts.flatMap(({ since, ...text }) =>
    buildDocuments(
      memory,
      { ...facts, occurredAt: since },
      { ...text, bodyWeight: 'C', tokens },
      options,
    ),
  )
}

/** What is no more than its statement says nothing new to be found by. */
const isOwnTopic = ({ topic, statement }: MemoryOfDocument): boolean =>
  topic !== '' && !statement.toLowerCase().startsWith(topic.toLowerCase())

const textsOf = (memory: MemoryOfDocument): Text[] => [
  {
    since: memory.validFrom,
    title: memory.statement,
    titleWeight: 'A',
    body: [
      memory.reason || memory.statement,
      ...(isOwnTopic(memory) ? [memory.topic] : []),
      ...[aboutOf(memory.slots)].filter(Boolean),
      ...memory.rejected.map((one) => `Rejected: ${one}`),
    ].join('\n'),
    firstChunk: 0,
  },
  ...questionTexts(memory, { title: memory.statement, since: memory.validFrom, firstChunk: 0 }),
]

const formerTexts = (
  { statement }: Pick<MemoryOfDocument, 'statement'>,
  former: readonly FormerStatement[],
): Text[] =>
  former.slice(-MAX_FORMER).flatMap((one, index) => {
    const place = { title: statement, since: one.from, firstChunk: FIRST_FORMER * (index + 1) }
    return [
      {
        ...place,
        titleWeight: 'D' as const,
        body: `${replacedOn(one.until)}${[one.statement, one.reason, aboutOf(one.slots)].filter(Boolean).join(' ')}`,
      },
      ...questionTexts(one, place),
    ]
  })

const questionTexts = (
  { questions }: { questions: readonly string[] },
  { title, since, firstChunk }: { title: string; since: Date; firstChunk: number },
): Text[] =>
  questions.map((question, index) => ({
    since,
    title,
    titleWeight: 'D',
    body: answersTo(question),
    firstChunk: firstChunk + FIRST_QUESTION + index,
  }))

/** Drafts are nobody's knowledge yet, and are found in the review queue alone. */
const STATUS: Record<MemoryStatus, NewDocument['status'] | null> = {
  draft: null,
  unreviewed: 'unreviewed',
  active: 'current',
  superseded: 'superseded',
  rejected: 'rejected',
  archived: 'superseded',
}
