/** A text on one line, each run of white space one space. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/** As it is compared where spaces and case do not count. */
export const folded = (text: string): string => oneLine(text).toLowerCase()
