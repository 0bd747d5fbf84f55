import type { ChangeItem, ChangeReport } from '@teamlore/shared/change-report'
import { plural } from '@teamlore/shared/plural'
import { markdownOf } from '../change-report/markdown.ts'
import { bearsOf, doubtsOf, headOf, sentenceOf } from '../change-report/words.ts'
import { ANSWER_WORDING } from './answers.ts'

type Options = { pages: string; isPublic: boolean; numbers?: ReadonlyMap<string, number> }

/** What differs from the version of the comment before, by the numbers of its items. */
type News = { fresh: readonly number[]; changed: readonly number[]; gone: readonly number[] }

type Annotation = { path: string; line: number; title: string; message: string }

/** What a host takes of one text, with room for the marker. */
const MAX_CHARS = 65_000

/** Unseen in the comment: by it the comment is found again. Words of others cannot form it, as their brackets are escaped. */
const MARKER = '<!-- teamlore:pull-request -->'

const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

/** Hosts show annotations as they are. */
const plain = (text: string): string => text.replace(UNSEEN, '')

const annotationOf = (item: ChangeItem): Annotation[] =>
  item.path === null || item.bears_by === 'file_gone'
    ? []
    : [
        {
          path: item.path,
          line: item.line ?? 1,
          title: headOf(item),
          message: plain(
            [sentenceOf(item), `Shown because ${bearsOf(item)}.`, ...doubtsOf(item)].join('\n'),
          ),
        },
      ]

const numbersOf = (word: string, numbers: readonly number[]): string[] =>
  numbers.length === 0 ? [] : [`${word}: ${numbers.join(', ')}`]

/** In one line, what is new, changed and gone since the version before. */
const newsLines = ({ fresh, changed, gone }: News): string[] => {
  const parts = [
    ...numbersOf('new', fresh),
    ...numbersOf('changed', changed),
    ...numbersOf('gone', gone),
  ]
  return parts.length === 0 ? [] : ['', `<sub>Since the version before: ${parts.join('; ')}.</sub>`]
}

/** What members may ask for below it. */
const HINT = [
  '',
  '<sub>Not relevant? `/lore dismiss NUMBER` in a comment. More: `/lore why FILE`, `/lore ask QUESTION`.</sub>',
]

/** Advice, which keeps nobody from merging. */
const checkOf = (report: ChangeReport, { pages, isPublic, numbers }: Options) => {
  const { items } = report
  const isQuiet = items.length === 0
  return {
    name: 'Teamlore',
    conclusion: isQuiet ? ('success' as const) : ('neutral' as const),
    title: isQuiet
      ? 'Nothing that the team knows bears on this change'
      : `${plural(items.length, 'thing')} the team knows of this change`,
    summary: isQuiet
      ? 'Nothing that the team knows bears on this change.'
      : markdownOf(report, { pages, isPublic, numbers, most: MAX_CHARS }),
    annotations: items.flatMap(annotationOf),
  }
}

/** A report as the comment and the check of a pull request. */
export const PULL_REQUEST_WORDING = {
  marker: MARKER,
  nothingLeft: 'Nothing of what the team knows bears on this change any more.',
  commentOf: (
    report: ChangeReport,
    { pages, isPublic, numbers, news }: Options & { news?: News | undefined },
  ): string =>
    markdownOf(report, {
      pages,
      isPublic,
      numbers,
      most: MAX_CHARS,
      foot: [...(news === undefined ? [] : newsLines(news)), ...HINT],
    }),
  checkOf,
  answerMarkerOf: ANSWER_WORDING.answerMarkerOf,
  whyOf: ANSWER_WORDING.whyOf,
  foundOf: ANSWER_WORDING.foundOf,
  notedOf: ANSWER_WORDING.notedOf,
  dismissedOf: ANSWER_WORDING.dismissedOf,
  undismissedOf: ANSWER_WORDING.undismissedOf,
  noSuchItem: ANSWER_WORDING.noSuchItem,
}
