import { makeBlameLines } from '@teamlore/core'
import type { Blamed } from '@teamlore/shared/blame'
import { blameFile } from '../../apps/agent/src/git/blame-file.ts'
import type { BenchTeam, BenchWorld } from './bench-world.ts'
import type { Replayed } from './replayed-repository.ts'
import type { Row } from './report.ts'
import type { KnownSessions } from './send-repository.ts'
import type { KnownLine } from './tracked-lines.ts'

const PORTION = 1_000
/** Shorter ones are written alike by everybody. */
const LONG = 4

type Answer = { truth: string | null; said: Blamed; text: string }

type Deps = {
  blame: ReturnType<typeof makeBlameLines>
  scope: BenchTeam['scope']
  root: string
  ids: KnownSessions
}

/** Each line of a file at the end, as `lore blame` asks of it. */
const answersOf = async (
  path: string,
  known: readonly KnownLine[],
  { blame, scope, root, ids }: Deps,
): Promise<Answer[]> => {
  const lines = known.length === 0 ? [] : await blameFile(root, path, undefined)
  if (lines.length !== known.length)
    throw new Error(`git knows ${lines.length} lines of ${path}, which has ${known.length}.`)
  const answers: Answer[] = []
  for (let at = 0; at < lines.length; at += PORTION) {
    const asked = lines.slice(at, at + PORTION)
    const blamed = await blame(scope, {
      lines: asked.map(({ path: then, sha, print }) => ({ path: then, sha, print })),
    })
    answers.push(
      ...asked.flatMap(({ text }, n): Answer[] => {
        const said = blamed.answers[blamed.lines[n] ?? -1]
        const by = known[at + n]?.by
        return said === undefined ? [] : [{ truth: (by && ids.get(by)) ?? null, said, text }]
      }),
    )
  }
  return answers
}

const share = (part: number, all: number): number | null =>
  all === 0 ? null : Math.round((part / all) * 1_000) / 1_000

const isRight = ({ truth, said }: Answer): boolean =>
  truth === null ? said.origin === 'person' : said.session?.id === truth

const rowOf = (which: string, answers: readonly Answer[]): Row => {
  const bySession = answers.filter(({ truth }) => truth !== null)
  const byPerson = answers.filter(({ truth }) => truth === null)
  const saidSession = answers.filter(({ said }) => said.origin === 'session')
  const saidPerson = answers.filter(({ said }) => said.origin === 'person')
  const right = (some: readonly Answer[]) => some.filter(isRight).length
  return {
    lines: which,
    count: answers.length,
    'of sessions': bySession.length,
    'session: precision': share(right(saidSession), saidSession.length),
    'session: recall': share(right(bySession), bySession.length),
    'person: precision': share(right(saidPerson), saidPerson.length),
    'person: recall': share(right(byPerson), byPerson.length),
    'sure (0.9): precision': share(
      right(saidSession.filter(({ said }) => said.confidence >= 0.9)),
      saidSession.filter(({ said }) => said.confidence >= 0.9).length,
    ),
  }
}

export const blameFigures = async (
  world: BenchWorld,
  { scope }: BenchTeam,
  replayed: Replayed,
  ids: KnownSessions,
): Promise<Row[]> => {
  const blame = makeBlameLines({ unitOfWork: world.unitOfWork })
  const answers: Answer[] = []
  for (const [path, known] of replayed.files)
    answers.push(...(await answersOf(path, known, { blame, scope, root: replayed.root, ids })))
  const isLong = ({ text }: Answer) => [...text.replace(/\s/gu, '')].length >= LONG
  return [
    rowOf(
      'all but blank',
      answers.filter(({ text }) => text.trim() !== ''),
    ),
    rowOf('of 4 and more characters', answers.filter(isLong)),
    rowOf(
      'blank',
      answers.filter(({ text }) => text.trim() === ''),
    ),
  ]
}
