import type { Kept } from '../source.ts'
import { parseJson } from './parse-json.ts'
import { readText } from './read-document.ts'
import { fieldsOf } from './values.ts'

const DAYS: Record<string, number> = { h: 1 / 24, d: 1, w: 7, m: 30 }

/** `30d`, `12h`, `2w`, `1m`, as Gemini CLI writes them; null for anything else. */
export const daysOf = (age: unknown): number | null => {
  const [, amount, unit = ''] = /^(\d+)([hdwm])$/i.exec(typeof age === 'string' ? age : '') ?? []
  const days = DAYS[unit.toLowerCase()]
  return days === undefined || Number(amount) === 0 ? null : Number(amount) * days
}

/** What stands in a file of settings; nothing where it is not there or cannot be read. */
export const settingsIn = async <T extends object>(path: string): Promise<Partial<T>> => {
  const read = await readText(path).catch(() => ({ problem: '' }))
  return 'problem' in read ? {} : fieldsOf<T>(parseJson(read.text))
}

/** Of several, the one that deletes first. */
export const shortest = (all: readonly Kept[]): Kept | null =>
  [...all].sort((a, b) => a.days - b.days)[0] ?? null
