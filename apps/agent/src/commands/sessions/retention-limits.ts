import {
  RETENTION_LIMITS,
  type RetentionPolicy,
  type SetRetention,
} from '@teamlore/shared/retention'
import { usageError } from '../../errors/cli-error.ts'
import { bytes } from '../../output/format.ts'

export type LimitOptions = {
  days?: string | undefined
  size?: string | undefined
  prompts?: 'keep' | 'remove' | undefined
}

const UNITS = { mb: 1e6, gb: 1e9, tb: 1e12 } as const
const SIZE = /^(\d+(?:\.\d+)?)\s*(mb|gb|tb)$/i

const daysOf = (typed: string): number => {
  const { least, most } = RETENTION_LIMITS.days
  const days = Number(typed)
  if (/^\d+$/.test(typed) && days >= least && days <= most) return days
  throw usageError(`--days is ${typed}.`, `Give a whole number from ${least} to ${most}.`)
}

const sizeOf = (typed: string): number => {
  const { least, most } = RETENTION_LIMITS.maxBytes
  const [, amount = '', unit = ''] = SIZE.exec(typed.trim()) ?? []
  const size = Math.round(Number(amount) * (UNITS[unit.toLowerCase() as keyof typeof UNITS] ?? 0))
  if (size >= least && size <= most) return size
  throw usageError(
    `--size is ${typed}.`,
    `Give one from ${bytes(least)} to ${bytes(most)}, such as 500MB or 1GB.`,
  )
}

/**
 * What is to be set: the limits that were typed, and no others. What becomes of prompts alone changes the policy there is. Undefined
 * where nothing was typed.
 */
export const limitsTyped = (
  { days, size, prompts }: LimitOptions,
  before: RetentionPolicy | null,
): SetRetention | undefined => {
  if (days === undefined && size === undefined && prompts === undefined) return undefined
  const isPromptsAlone = days === undefined && size === undefined
  if (isPromptsAlone && before === null)
    throw usageError('Say what goes, too.', 'lore retention PROJECT --days 120 --prompts remove')
  return {
    days: isPromptsAlone ? (before?.days ?? null) : days === undefined ? null : daysOf(days),
    max_bytes: isPromptsAlone
      ? (before?.max_bytes ?? null)
      : size === undefined
        ? null
        : sizeOf(size),
    keeps_prompts: prompts === undefined ? (before?.keeps_prompts ?? true) : prompts === 'keep',
  }
}
