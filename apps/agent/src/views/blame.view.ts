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
      : 'unknown'

/** Who knows nothing is not so and so sure of it. */
const sureOf = ({ origin, confidence }: Blamed): string =>
  origin === 'unknown' && confidence === 0 ? '' : `, ${percent(confidence)} sure`

/** A brace, a blank line: nobody asks who wrote it, and an answer of its own would stand between lines that belong together. */
const isBare = ({ text }: AnsweredLine): boolean => !/[\p{L}\p{N}]/u.test(text)

/** As `groupsOf`, with bare lines beside their neighbours of the same commit: the ones before, else those behind. */
const blocksOf = (lines: readonly AnsweredLine[]): AnsweredLine[][] => {
  const before = nearestNamed(lines)
  const behind = nearestNamed(lines.toReversed()).toReversed()
  return groupsOf(
    lines.map((line, n) => {
      const near = [before[n], behind[n]].find((one) => one !== undefined && one.sha === line.sha)
      return isBare(line) && near !== undefined ? { ...line, blamed: near.blamed } : line
    }),
  )
}

/** For each line itself or the last one before it that is not bare. */
const nearestNamed = (lines: readonly AnsweredLine[]): (AnsweredLine | undefined)[] => {
  let last: AnsweredLine | undefined
  return lines.map((line) => {
    if (!isBare(line)) last = line
    return last
  })
}

/** For people: a block for lines that have one answer, with their text. What was said once is not said again. */
export const blameLines = (lines: readonly AnsweredLine[]): Line[] => {
  const said = new Set<string>()
  /** Whether this is the first time. */
  const isNew = (id: string | null | undefined): boolean => {
    if (id === null || id === undefined || said.has(id)) return false
    said.add(id)
    return true
  }
  return blocksOf(lines).flatMap((block): Line[] => {
    const [first] = block
    if (first === undefined) return []
    const { blamed, sha } = first
    const commit = sha === null || isNew(sha) ? commitOf(first) : sha.slice(0, 10)
    return [
      [bold(rangeOf(block).padEnd(9)), commit],
      ...(blamed === null ? [] : answerLines(blamed, isNew)),
      ...block.map(({ line, text }): Line => [dim(`${String(line).padStart(7)}  `), text]),
    ]
  })
}

const answerLines = (blamed: Blamed, isNew: (id: string | null | undefined) => boolean): Line[] => {
  const { session, prompt, excerpt, reasons } = blamed
  const isKnown = session !== null && !isNew(session.id)
  return [
    [
      '         ',
      session === null ? '' : cyan(session.id),
      session === null ? '' : '  ',
      isKnown ? 'as above' : whoOf(blamed),
      dim(`${sureOf(blamed)}: ${reasons.join('; ')}`),
    ],
    ...(prompt !== null && isNew(prompt.message_id)
      ? [['         ', person('asked: '), oneLine(prompt.text)] as Line]
      : []),
    ...(excerpt !== null && isNew(excerpt.message_id)
      ? [['         ', dim('said:  '), oneLine(excerpt.text)] as Line]
      : []),
  ]
}

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
