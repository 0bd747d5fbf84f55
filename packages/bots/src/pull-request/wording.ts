import type { ChangeReport } from '@teamlore/shared/change-report'
import { markdownOf } from '../change-report/markdown.ts'
import { ANSWER_WORDING } from './answers.ts'
import { type Asking, askingLines, checkOf, QUIET_CHECK } from './check.ts'

type Options = { pages: string; isPublic: boolean; numbers?: ReadonlyMap<string, number> }

/** What differs from the version of the comment before, by the numbers of its items. */
type News = { fresh: readonly number[]; changed: readonly number[]; gone: readonly number[] }

/** What a host takes of one text, with room for the marker. */
const MAX_CHARS = 65_000

/** Unseen in the comment: by it the comment is found again. Words of others cannot form it, as their brackets are escaped. */
const MARKER = '<!-- teamlore:pull-request -->'

type Commenting = Options & { news?: News | undefined; asks?: Asking | undefined }

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

/** A report as the comment and the check of a pull request. */
export const PULL_REQUEST_WORDING = {
  marker: MARKER,
  nothingLeft: 'Nothing of what the team knows bears on this change any more.',
  commentOf: (report: ChangeReport, { pages, isPublic, numbers, news, asks }: Commenting): string =>
    markdownOf(report, {
      pages,
      isPublic,
      numbers,
      most: MAX_CHARS,
      foot: [
        ...(asks === undefined
          ? []
          : ['', ...askingLines(report, { ...asks, pages, isPublic, numbers })]),
        ...(news === undefined ? [] : newsLines(news)),
        ...HINT,
      ],
    }),
  checkOf,
  quietCheck: QUIET_CHECK,
  answerMarkerOf: ANSWER_WORDING.answerMarkerOf,
  whyOf: ANSWER_WORDING.whyOf,
  foundOf: ANSWER_WORDING.foundOf,
  notedOf: ANSWER_WORDING.notedOf,
  dismissedOf: ANSWER_WORDING.dismissedOf,
  undismissedOf: ANSWER_WORDING.undismissedOf,
  acknowledgedOf: ANSWER_WORDING.acknowledgedOf,
  acknowledgedByAnother: ANSWER_WORDING.acknowledgedByAnother,
  overridden: ANSWER_WORDING.overridden,
  mayNotOverride: ANSWER_WORDING.mayNotOverride,
  noSuchItem: ANSWER_WORDING.noSuchItem,
}
