import type { SearchHit } from '@teamlore/shared'
import { type Block, context, type Message, messageOf, section } from './blocks.ts'
import { linkTo, plainLine, plainMrkdwn } from './plain-mrkdwn.ts'

type Options = { pages: string }

export type AnsweredHit = Pick<
  SearchHit,
  'kind' | 'type' | 'title' | 'snippet' | 'occurred_at' | 'author' | 'project' | 'status' | 'url'
>

const TITLE_CHARS = 200
const SNIPPET_CHARS = 600
const QUESTION_CHARS = 300
const MARK_CHARS = 80

/** What is no memory that somebody reviewed says so. */
const standingOf = ({ kind, status }: AnsweredHit): string[] =>
  kind === 'memory' && status !== 'current' ? [status] : []

/** What it says beyond its headline. */
const withoutTitle = (text: string, title: string): string => {
  const [said, head] = [text.trim().replace(/^…\s*/, ''), title.trim()]
  return said.startsWith(head) ? said.slice(head.length).trim() : text.trim()
}

const blocksOf = (hit: AnsweredHit, { pages }: Options): Block[] => {
  const { kind, type, title, snippet, occurred_at, author, project, url } = hit
  const said = plainMrkdwn(withoutTitle(snippet.text, title), SNIPPET_CHARS)
  const head = linkTo(`${pages}${url}`, title, TITLE_CHARS)
  const marks = [
    (type ?? kind).replaceAll('_', ' '),
    ...standingOf(hit),
    ...(occurred_at === null ? [] : [occurred_at.slice(0, 10)]),
    ...(project === null ? [] : [plainLine(project.name, MARK_CHARS)]),
    ...(author === null ? [] : [plainLine(author.name, MARK_CHARS)]),
  ]
  return [section(said === '' ? `*${head}*` : `*${head}*\n${said}`), context(marks.join(' · '))]
}

const sentence = (text: string): Message => messageOf(text, [section(text)])

/** What is answered to who may hear nothing, and to who asked nothing. None holds a word of what is known. */
export const SENTENCES = {
  outside:
    'People of other organisations are in this channel, or may be, so nothing that the team knows is said here. Ask me in a direct message.',
  stranger:
    'I answer members of the Teamlore team alone, whom I know by the confirmed address of their Slack account. Ask an admin of the team to invite you with it.',
  viewer: 'Your role in the team is to read. Ask a member to make this a draft.',
  help: 'Ask me what the team knows: `/lore why do we retry exports?`, or mention me with your question. With *Remember this* in the menu of a message I make a draft of it.',
  failed:
    'I could not do this. An admin of the team finds the reason in Teamlore, under Settings → Integrations.',
  empty: 'This message has no words that I could note.',
} as const

export type SentenceName = keyof typeof SENTENCES

export const ANSWERS = {
  sentenceOf: (name: SentenceName): Message => sentence(SENTENCES[name]),
  /** To everybody in a channel. */
  answerOf: (question: string, hits: readonly AnsweredHit[], options: Options): Message => {
    const asked = `_${plainLine(question, QUESTION_CHARS).replaceAll('_', '‗')}_`
    if (hits.length === 0)
      return messageOf('Nothing is known of this that everybody here may read.', [
        section(`${asked}\nNothing is known of this that everybody here may read.`),
      ])
    return messageOf('What the team knows of this', [
      section(asked),
      ...hits.flatMap((hit) => blocksOf(hit, options)),
    ])
  },
  /** To who asked alone. */
  privateAnswerOf: (
    question: string,
    hits: readonly AnsweredHit[],
    options: Options & { isRest: boolean },
  ): Message => {
    if (hits.length === 0) return sentence('Nothing is known of this that you may read.')
    const head = options.isRest
      ? 'More of this, which is not shown to everybody here:'
      : 'What you may read of this:'
    return messageOf(head, [
      section(`${head} _${plainLine(question, QUESTION_CHARS).replaceAll('_', '‗')}_`),
      ...hits.flatMap((hit) => blocksOf(hit, options)),
    ])
  },
  notedOf: (memoryId: string, { pages }: Options): Message =>
    sentence(
      `Noted as a draft: ${linkTo(`${pages}/memories/${memoryId}`, 'look at it in Teamlore', MARK_CHARS)}. It holds once somebody has reviewed it.`,
    ),
  unfurlOf: (hit: AnsweredHit, options: Options): { blocks: Block[] } => ({
    blocks: blocksOf(hit, options),
  }),
}
