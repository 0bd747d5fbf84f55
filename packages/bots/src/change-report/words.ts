import type { ChangeItem } from '@teamlore/shared/change-report'

/** What an item is called: what was tried by itself, else its kind. */
export const headOf = ({ kind }: Pick<ChangeItem, 'kind'>): string => HEADS[kind]

const HEADS: Record<ChangeItem['kind'], string> = {
  graveyard: 'Tried and given up',
  invariant: 'Must stay so',
  gotcha: 'Gotcha',
  decision: 'Decision',
  convention: 'Convention',
}

/** `src/tide.ts:12`, `src/tide.ts`, or nothing where it is about no file. */
export const placeOf = ({ path, line }: Pick<ChangeItem, 'path' | 'line'>): string =>
  path === null ? '' : line === null ? path : `${path}:${line}`

/** Why it is shown, in words. */
export const bearsOf = ({
  bears_by,
  resembles,
}: Pick<ChangeItem, 'bears_by' | 'resembles'>): string =>
  ({
    lines: 'it is about lines that this change touches',
    file: 'it is about a file that this change touches',
    file_gone: 'it is about a file that this change deletes',
    resembles,
  })[bears_by]

/** What speaks against relying on it. */
export const doubtsOf = ({
  stale_reason,
  is_code_changed,
  contradicted_by,
}: Pick<ChangeItem, 'stale_reason' | 'is_code_changed' | 'contradicted_by'>): string[] => [
  ...(stale_reason === null ? [] : [`Said to be stale: ${stale_reason}`]),
  ...(is_code_changed ? ['The code that it names has changed since it was written down.'] : []),
  ...contradicted_by.map(
    ({ id, statement }) => `Contradicted by “${statement}” (${id}); nobody has decided.`,
  ),
]

export const sentenceOf = ({
  statement,
  reason,
}: Pick<ChangeItem, 'statement' | 'reason'>): string =>
  reason === '' ? statement : `${statement} — ${reason}`
