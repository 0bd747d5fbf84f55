import { type RestoredSession, readSessionMark } from '../marks/restored-mark.ts'
import { textOrNull } from '../shared/values.ts'
import { isOfProgram } from './is-of-program.ts'
import type { RawRecord } from './raw-record.ts'

const pullRequestOf = ({ prNumber, prUrl }: RawRecord): { number: number; url: string } | null => {
  const url = textOrNull(prUrl, 2_000)
  return typeof prNumber === 'number' && Number.isSafeInteger(prNumber) && url !== null
    ? { number: prNumber, url }
    : null
}

type Titles = { custom: string | null; ai: string | null }

const noteTitle = (titles: Titles, by: keyof Titles, title: unknown): void => {
  titles[by] = textOrNull(title) ?? titles[by]
}

/**
 * What the records say about the session as a whole. Title: the person's own, else the model's, else a summary of this
 * very session (old versions put summaries of other sessions on top of a resumed file), else the first prompt; of each
 * kind the last one wins.
 */
export const createSessionFacts = () => {
  const titles: Titles = { custom: null, ai: null }
  const summaries: { leaf: string; title: string }[] = []
  const pullRequests = new Map<string, { number: number; url: string }>()
  const sessionIds = new Set<string>()
  let lastOfChain: string | null = null
  let agentId: string | null = null
  let isAllSidechain = true
  let isBackground = false
  let hasProgram = false
  let restored: RestoredSession | null = null

  const noteIds = (raw: RawRecord): void => {
    const sessionId = textOrNull(raw.sessionId, 300)
    if (sessionId !== null) sessionIds.add(sessionId)
    if (raw.sessionKind === 'bg') isBackground = true
    if (isOfProgram(raw)) hasProgram = true
    if (raw.type !== 'user' && raw.type !== 'assistant') return
    lastOfChain = sessionId ?? lastOfChain
    agentId ??= textOrNull(raw.agentId, 100)
    if (raw.isSidechain !== true) isAllSidechain = false
  }

  const notes: ReadonlyMap<string, (raw: RawRecord) => void> = new Map([
    ['custom-title', ({ customTitle }) => noteTitle(titles, 'custom', customTitle)],
    ['ai-title', ({ aiTitle }) => noteTitle(titles, 'ai', aiTitle)],
    [
      'summary',
      ({ summary, leafUuid }) => {
        const [title, leaf] = [textOrNull(summary), textOrNull(leafUuid)]
        if (title !== null && leaf !== null) summaries.push({ leaf, title })
      },
    ],
    [
      'pr-link',
      (raw) => {
        const link = pullRequestOf(raw)
        if (link !== null) pullRequests.set(link.url, link)
      },
    ],
  ])

  return {
    note: (raw: RawRecord): void => {
      noteIds(raw)
      restored ??= readSessionMark(raw)
      if (typeof raw.type === 'string') notes.get(raw.type)?.(raw)
    },
    /** The session the records name: the one the last message belongs to, for earlier ones may be replays. */
    namedSession: (): string | null => lastOfChain ?? [...sessionIds].at(-1) ?? null,
    /** The session these records were replayed from, if they name any other. */
    otherSession: (own: string): string | null =>
      [...sessionIds].filter((id) => id !== own).at(-1) ?? null,
    /** Id of the subagent, if all records are a subagent's. */
    subagentId: (): string | null => (isAllSidechain ? agentId : null),
    isBackground: (): boolean => isBackground,
    /** Whether a program spoke in it as a person would. */
    isOfProgram: (): boolean => hasProgram,
    /** What it is where this file was written back from. */
    restored: (): RestoredSession | null => restored,
    pullRequests: () => [...pullRequests.values()].slice(0, 100),
    /** Null where the first prompt is the title. */
    title: (hasUuid: (uuid: string) => boolean): string | null =>
      titles.custom ?? titles.ai ?? summaries.findLast(({ leaf }) => hasUuid(leaf))?.title ?? null,
  }
}
