// By what an answer is known, among the ids of calls, where none of these tells.

/** Of a call without an id, whose result follows. */
export const NAMELESS = ''
/** Before what a later call asks after, among the ids of calls. */
export const HANDLE = '#'

/** Among the ids of calls: the command that a person typed to be run, whose output follows as another message. */
export const TYPED = '!'
