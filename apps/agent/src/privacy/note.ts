export const LEFT_OUT_BY_PROJECT = '[left out: .loreignore]'
export const LEFT_OUT_BY_DEFAULT = '[left out: a file of secrets]'
export const LEFT_OUT_AS_PRINTED = '[left out: a secret that a command printed]'

/** What stands for the content of files that are not to be captured, and which of those named they are. A call itself is kept where only its result holds a secret. */
export type Note = { note: string; paths: string[]; isCallKept?: true }
