import { z } from 'zod'

/**
 * An id as a path names it: whole, or a prefix of it (which must be unique) with at least 8 characters. What cannot be
 * an id of the kind at all is refused before anything is asked.
 */
export const idParams = (...prefixes: readonly string[]) =>
  z.strictObject({
    id: z
      .string()
      .regex(
        new RegExp(`^(?:${prefixes.join('|')})_[0-9a-hjkmnp-tv-z]{4,26}$`),
        `must look like ${prefixes.map((prefix) => `${prefix}_…`).join(' or ')}: an id, or the first 8 or more characters of one`,
      ),
  })
