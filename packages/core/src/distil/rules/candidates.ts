import { humanDecisionStrength } from '../wording/cues.ts'
import { isPlanPrompt, typedPart } from '../wording/headlines.ts'
import type { RangeView } from '../wording/observations.ts'
import { type ProseUnit, proseUnits } from '../wording/prose.ts'
import type { Statement } from '../wording/statements.ts'
import type { Candidate } from './candidate.ts'
import { isRule } from './declares.ts'

const LONG_PROMPT = 2_000
/** Longer prompts are mostly pasted; plans among them are read as plans. */
const MAX_TYPED = 1_200
/** Who writes more describes what they want done; of that only rules are theirs to keep. */
const MAX_DECLARED = 4
const ASK_CHARS = 300
const RESULTS_BEFORE = 3
const EDITS = /edit|write|patch|replace/i

type Shared = Pick<
  Candidate,
  'text' | 'label' | 'heading' | 'form' | 'paragraph' | 'prev' | 'next' | 'place' | 'planned'
>

const sharedOf = (
  units: readonly ProseUnit[],
  place: number,
  planned: boolean,
): Shared | undefined => {
  const unit = units[place]
  if (unit === undefined) return undefined
  const prev = units[place - 1]?.text ?? ''
  return { ...unit, place, prev, next: units[place + 1]?.text ?? '', planned }
}

const byMessage = (statements: readonly Statement[]): Map<number, Statement[]> => {
  const groups = new Map<number, Statement[]>()
  for (const statement of statements) {
    const group = groups.get(statement.at)
    if (group) group.push(statement)
    else groups.set(statement.at, [statement])
  }
  return groups
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

/** Edits before and after a message, by whatever name the tool calls them; refused ones are none. */
const changesAround = ({ activity }: RangeView, at: number) => {
  const edits = activity.steps.filter(({ kind }) => kind === 'edit')
  const changesBefore = edits.filter((edit) => edit.at < at).length
  return { changesBefore, changesAfter: edits.length - changesBefore }
}

/** Sentences of the assistant, and of the plan it was given. */
const said = (view: RangeView, statements: readonly Statement[]): Candidate[] => {
  const { range } = view
  const { messages } = range
  const edits = messages.map(({ calls }) => calls.filter(({ name }) => EDITS.test(name)).length)
  const planned = range.request.length > LONG_PROMPT
  const spoken = messages.filter(({ kind }) => kind === 'assistant').length
  return [...byMessage(statements)].flatMap(([at, list]) => {
    const results = messages
      .slice(Math.max(0, at - RESULTS_BEFORE), Math.max(0, at))
      .flatMap((message) => message.results)
    const units = list.map(({ unit }) => unit)
    return list.flatMap((statement, n): Candidate[] => {
      const shared = sharedOf(units, n, planned)
      if (shared === undefined) return []
      return [
        {
          ...shared,
          speaker: at < 0 ? 'plan' : 'assistant',
          at,
          place: statement.place,
          isFinal: statement.isFinal,
          ask: range.request.slice(0, ASK_CHARS),
          afterResult: results.length > 0,
          afterError: results.some(({ isError }) => isError),
          callsAfter: (messages[at]?.calls.length ?? 0) > 0,
          editsAfter: sum(edits.slice(Math.max(0, at))),
          editsBefore: sum(edits.slice(0, Math.max(0, at))),
          ...changesAround(view, at),
          messages: spoken,
          cue: statement.cues.strength,
          score: statement.score,
          centrality: statement.centrality,
        },
      ]
    })
  })
}

/** What a person typed; what they pasted is somebody else's. */
const typed = (view: RangeView): Candidate[] => {
  const { range, askedBy } = view
  const { request, prompt } = range
  const isTyped = prompt !== null && askedBy === 'human' && request.length <= MAX_TYPED
  if (!isTyped || isPlanPrompt(request)) return []
  const units = proseUnits(typedPart(request), { typed: true })
  return units.flatMap((unit, place): Candidate[] => {
    const shared = sharedOf(units, place, request.length > LONG_PROMPT)
    const strength = humanDecisionStrength(unit.text)
    if (shared === undefined || (units.length > MAX_DECLARED && !isRule(unit))) return []
    return [
      {
        ...shared,
        speaker: 'human',
        at: -1,
        isFinal: false,
        ask: range.before.slice(-ASK_CHARS),
        afterResult: false,
        afterError: false,
        callsAfter: false,
        editsAfter: 0,
        editsBefore: 0,
        ...changesAround(view, -1),
        messages: 0,
        cue: strength,
        score: strength,
        centrality: 0,
      },
    ]
  })
}

/** Every sentence of a range that could be a finding, in the order said. */
export const candidatesOf = (view: RangeView, statements: readonly Statement[]): Candidate[] => [
  ...typed(view),
  ...said(view, statements),
]
