import type { ChangeItem, ChangeReport } from '@teamlore/shared/change-report'
import { type SarifLevel, type SarifRule, sarifOf } from '@teamlore/shared/sarif'
import { bearsOf, doubtsOf, headOf, sentenceOf } from './words.ts'

const LEVELS: Record<ChangeItem['kind'], SarifLevel> = {
  graveyard: 'warning',
  invariant: 'warning',
  gotcha: 'note',
  decision: 'note',
  convention: 'note',
}

const ABOUT: Record<ChangeItem['kind'], string> = {
  graveyard: 'What was tried and given up, and the change resembles.',
  invariant: 'What must stay so.',
  gotcha: 'What surprised somebody here.',
  decision: 'What was decided of this code.',
  convention: 'How things are done here.',
}

const RULES: readonly SarifRule[] = (Object.keys(LEVELS) as ChangeItem['kind'][]).map((kind) => ({
  id: `teamlore/${kind}`,
  about: ABOUT[kind],
  level: LEVELS[kind],
}))

/** A report in SARIF 2.1.0. Items that fail the check are errors. */
export const changeSarif = (
  { items }: Pick<ChangeReport, 'items'>,
  { version, failing }: { version: string; failing: readonly ChangeItem[] },
) =>
  sarifOf(
    { name: 'lore ci', version, rules: RULES },
    items.map((item) => ({
      rule: `teamlore/${item.kind}`,
      level: failing.includes(item) ? 'error' : LEVELS[item.kind],
      message: [
        `${headOf(item)}: ${sentenceOf(item)}`,
        `Shown because ${bearsOf(item)} (${item.id}).`,
        ...doubtsOf(item),
      ].join('\n'),
      place: item.path === null ? null : { file: item.path, line: item.line ?? undefined },
    })),
  )
