import { stemOf } from './derive-lexemes.ts'
import { STOP_WORDS } from './stop-words.ts'

/** Stop words as they stand in the index. */
export const STOP_STEMS: ReadonlySet<string> = new Set([...STOP_WORDS].map(stemOf))
