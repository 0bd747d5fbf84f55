import { z } from 'zod'

/** Directions and what has no shape, such as zero widths and soft hyphens. Joiners and variants are for scripts and emoji, and stay inside. */
const NO_SHAPE = /(?!\u200c|\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/gu
const CONTROL = /\p{Cc}/gu
/** At an end there is nothing to join. */
const LOOSE = /^(?:\s|\u200c|\u200d|[\ufe00-\ufe0f])+|(?:\s|\u200c|\u200d)+$/gu
/** Letters, digits, marks of writing and signs; the empty cell of Braille is drawn as a space. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u
const BLANK = /\u2800/gu

/** A name as people see it: composed, on one line, without what nobody can see or what turns the reading direction. */
export const cleanName = (text: string): string =>
  text
    .normalize('NFC')
    .replace(NO_SHAPE, '')
    .replace(CONTROL, ' ')
    .replace(/\s+/gu, ' ')
    .replace(LOOSE, '')

export const isVisible = (text: string): boolean => VISIBLE.test(text.replace(BLANK, ''))

/** The first of these that somebody could read, cleaned. */
export const firstVisible = (
  ...names: readonly (string | null | undefined)[]
): string | undefined => names.map((name) => cleanName(name ?? '')).find(isVisible)

const UNSEEN = 'must have a letter, a digit or a sign that people can see'

/** What somebody names a person, a team, a key or the like. */
export const nameSchema = (max: number) =>
  z.string().overwrite(cleanName).min(1, UNSEEN).max(max).refine(isVisible, UNSEEN)
