import type { Blamed } from '@teamlore/shared/blame'
import type { BlamedLine } from '../git/blame-file.ts'
import { bold, cyan, dim, type Line, person } from '../output/line.ts'

export type AnsweredLine = BlamedLine & { blamed: Blamed | null }

const percent = (share: number): string => `${Math.round(100 * share)} %`
const oneLine = (text: string, most = 200): string => {
  const flat = text.replace(/\s+/g, ' ').trim()
  return flat.length <= most ? flat : `${flat.slice(0, most - 1)}…`
}

/** Lines that follow each other and have the same answer. */
const groupsOf = (lines: readonly AnsweredLine[]): AnsweredLine[][] => {
  const groups: AnsweredLine[][] = []
  let last: string | undefined
  for (const line of lines) {
    const key = JSON.stringify([line.sha, line.blamed])
    if (key === last) groups.at(-1)?.push(line)
    else groups.push([line])
    last = key
  }
  return groups
}

const rangeOf = (group: readonly AnsweredLine[]): string => {
  const [first, last] = [group[0]?.line ?? 0, group.at(-1)?.line ?? 0]
  return first === last ? `${first}` : `${first}-${last}`
}

const commitOf = ({ sha, subject, author }: AnsweredLine): string =>
  sha === null ? 'not committed yet' : `${sha.slice(0, 10)} ${oneLine(subject, 80)} (${author})`

const whoOf = (blamed: Blamed): string =>
  blamed.origin === 'session' && blamed.session !== null
    ? `${blamed.session.tool} session "${oneLine(blamed.session.title, 80)}"`
    : blamed.origin === 'person'
      ? 'a person wrote this'
      : 'nobody can tell'

/** Who knows nothing is not so and so sure of it. */
const sureOf = ({ origin, confidence }: Blamed): string =>
  origin === 'unknown' && confidence === 0 ? '' : `, ${percent(confidence)} sure`

/** For people: a block for lines that have one answer; their text only where lines were named. */
export const blameLines = (
  lines: readonly AnsweredLine[],
  { isWhole }: { isWhole: boolean },
): Line[] =>
  groupsOf(lines).flatMap((group): Line[] => {
    const [first] = group
    if (first === undefined) return []
    const { blamed } = first
    return [
      [bold(rangeOf(group).padEnd(9)), commitOf(first)],
      ...(blamed === null ? [] : answerLines(blamed)),
      ...(isWhole
        ? []
        : group.map((line): Line => [dim(`${String(line.line).padStart(7)}  `), line.text])),
    ]
  })

const answerLines = (blamed: Blamed): Line[] => [
  [
    '         ',
    blamed.session === null ? '' : cyan(blamed.session.id),
    blamed.session === null ? '' : '  ',
    whoOf(blamed),
    dim(`${sureOf(blamed)}: ${blamed.reasons.join('; ')}`),
  ],
  ...(blamed.prompt === null
    ? []
    : [['         ', person('asked: '), oneLine(blamed.prompt.text)] as Line]),
  ...(blamed.excerpt === null
    ? []
    : [['         ', dim('said:  '), oneLine(blamed.excerpt.text)] as Line]),
]

/** What would end a code span or begin markup is taken out. */
const plain = (text: string): string => oneLine(text).replace(/[`*_[\]<>|\\]/g, ' ')

export const blameMarkdown = (file: string, lines: readonly AnsweredLine[]): Line[] => [
  [`# Blame of ${plain(file)}`],
  ...groupsOf(lines).flatMap((group): Line[] => {
    const [first] = group
    if (first === undefined) return []
    const { blamed } = first
    return [
      [],
      [`## Lines ${rangeOf(group)}`],
      [],
      [`- Commit: ${plain(commitOf(first))}`],
      ...(blamed === null
        ? []
        : [
            [
              `- Written by: ${plain(whoOf(blamed))}${sureOf(blamed)} (${plain(blamed.reasons.join('; '))})`,
            ],
            ...(blamed.session === null ? [] : [[`- Session: ${blamed.session.id}`]]),
            ...(blamed.prompt === null ? [] : [[`- Asked: ${plain(blamed.prompt.text)}`]]),
            ...(blamed.excerpt === null ? [] : [[`- Said then: ${plain(blamed.excerpt.text)}`]]),
          ]),
    ]
  }),
]
