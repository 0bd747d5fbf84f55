import type { Activity, CheckStep, Step } from './activity.ts'
import { DISTIL_LIMITS } from './distil.types.ts'

/** A stretch of work: edits up to the commit that closed it, or up to the end of the prompt range. */
export type WorkUnit = {
  index: number
  /** Messages of the range it spans, both ends included. */
  from: number
  to: number
  /** Message of the last edit, the evidence. */
  at: number
  files: string[]
  created: number
  edits: number
  added: number
  removed: number
  commit: string | null
  checks: CheckStep[]
  /** A check that failed before the first edit and passed after it. */
  repaired: CheckStep | null
}

type EditStep = Extract<Step, { kind: 'edit' }>

/**
 * Only a check that failed before anything was edited counts: what a session breaks and repairs on its way (a test
 * written first, a slip found by the linter) is no finding.
 */
const repairedIn = (steps: readonly Step[]): CheckStep | null => {
  const edit = steps.findIndex(({ kind }) => kind === 'edit')
  const failed = steps.slice(0, edit).find((step) => step.kind === 'check' && step.failed)
  if (failed?.kind !== 'check') return null
  const passed = steps
    .slice(edit)
    .some((step) => step.kind === 'check' && !step.failed && step.command === failed.command)
  return passed ? failed : null
}

const unitOf = (index: number, from: number, to: number, steps: readonly Step[]): WorkUnit => {
  const edits = steps.filter((step): step is EditStep => step.kind === 'edit')
  const firstEdit = steps.findIndex(({ kind }) => kind === 'edit')
  const commit = steps.slice(firstEdit).findLast((step) => step.kind === 'commit')
  return {
    index,
    from,
    to,
    at: edits.at(-1)?.at ?? to,
    files: [...new Set(edits.map(({ path }) => path))],
    created: new Set(
      edits.filter(({ operation }) => operation === 'create').map(({ path }) => path),
    ).size,
    edits: edits.length,
    added: edits.reduce((sum, { added }) => sum + added, 0),
    removed: edits.reduce((sum, { removed }) => sum + removed, 0),
    commit: commit?.kind === 'commit' ? commit.subject : null,
    checks: steps.filter((step) => step.kind === 'check'),
    repaired: repairedIn(steps),
  }
}

/**
 * Splits the work of a range at its commits. What comes after the last commit without edits belongs to the unit before
 * it. Beyond the limit the rest is one unit.
 */
export const workUnitsOf = ({ steps }: Activity, messages: number): WorkUnit[] => {
  const groups: { steps: Step[]; closed: boolean }[] = []
  for (const step of steps) {
    const open = groups.at(-1)
    const isNew =
      open === undefined ||
      (open.closed && step.kind === 'edit' && groups.length < DISTIL_LIMITS.workPerRange)
    const group = isNew ? { steps: [], closed: false } : open
    if (isNew) groups.push(group)
    group.steps.push(step)
    if (step.kind === 'commit' && group.steps.some(({ kind }) => kind === 'edit'))
      group.closed = true
  }
  const worked = groups.filter((group) => group.steps.some(({ kind }) => kind === 'edit'))
  return worked.map((group, index) => {
    const from =
      index === 0 ? 0 : (worked[index - 1]?.steps.findLast((s) => s.kind === 'commit')?.at ?? 0) + 1
    const isLast = index === worked.length - 1
    const to = isLast
      ? messages - 1
      : (group.steps.findLast((s) => s.kind === 'commit')?.at ?? messages - 1)
    return unitOf(index, from, to, group.steps)
  })
}
