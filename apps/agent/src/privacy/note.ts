export const LEFT_OUT_BY_PROJECT = '[left out: .loreignore]'
export const LEFT_OUT_BY_DEFAULT = '[left out: a file of secrets]'

/** What stands for the content of files that are not to be captured, and which of those named they are. */
export type Note = { note: string; paths: string[] }
