import { sayOneThing, shinglesOf } from '../search/ranking/near-duplicates.ts'
import { splitSentences } from '../text/sentences.ts'
import type { BriefCandidate } from './brief-entry.ts'

type Said = { text: string; shingles: ReadonlySet<number> }

const said = (text: string): Said => ({ text, shingles: shinglesOf(text) })

/** The one sentence an entry is about; a summary has none. */
const statementOf = (candidate: BriefCandidate): string | undefined => {
  switch (candidate.kind) {
    case 'memory':
      return candidate.statement
    case 'observation':
      return candidate.title
    case 'summary':
      return undefined
  }
}

export type OneOfEach = {
  candidates: BriefCandidate[]
  /** In how many sessions something was found, where that is more than one. */
  sessionsOf: ReadonlyMap<string, number>
}

type Group = Said & { first: BriefCandidate; sessions: Set<string> }

/**
 * One fact is said once, in the best place: by a memory, else by the finding that comes first, whichever session found it too.
 * `ranked` come best first.
 */
export const oneOfEach = (ranked: readonly BriefCandidate[]): OneOfEach => {
  const groups: Group[] = []
  const memoriesFirst = [
    ...ranked.filter(({ kind }) => kind === 'memory'),
    ...ranked.filter(({ kind }) => kind !== 'memory'),
  ]
  for (const candidate of memoriesFirst) {
    const statement = statementOf(candidate)
    if (statement === undefined) continue
    const one = said(statement)
    let group = groups.find((known) => sayOneThing(known, one))
    // Memories say the same only where nobody has decided yet which of them holds: both are shown.
    if (group === undefined || (candidate.kind === 'memory' && group.first !== candidate)) {
      group = { ...one, first: candidate, sessions: new Set() }
      groups.push(group)
    }
    if (candidate.sessionId !== null) group.sessions.add(candidate.sessionId)
  }
  const kept = new Set(groups.map(({ first }) => first.id))
  return {
    candidates: ranked.flatMap((candidate): BriefCandidate[] => {
      if (candidate.kind === 'summary') return withoutStatements(candidate, groups)
      return kept.has(candidate.id) ? [candidate] : []
    }),
    sessionsOf: new Map(
      groups.flatMap(({ first, sessions }) =>
        sessions.size > 1 ? [[first.id, sessions.size] as const] : [],
      ),
    ),
  }
}

type Summary = Extract<BriefCandidate, { kind: 'summary' }>

/** What a memory or a finding says stands there; a summary that says nothing else is left out. */
const withoutStatements = (summary: Summary, groups: readonly Said[]): Summary[] => {
  const rest = (text: string): string => {
    const sentences = splitSentences(text)
    const left = sentences.filter((sentence) => {
      const one = said(sentence)
      return !groups.some((group) => sayOneThing(group, one))
    })
    return left.length === sentences.length ? text : left.join(' ')
  }
  const { learned, completed, notes, nextSteps } = summary
  const left = { learned: rest(learned), completed: rest(completed), notes: rest(notes) }
  const says = (...texts: string[]): boolean => texts.some((text) => text.trim() !== '')
  const isRepeated = says(learned, completed, notes) && !says(...Object.values(left), nextSteps)
  return isRepeated ? [] : [{ ...summary, ...left }]
}
