// Keys of calls that stand beside their ids, for answers that name no id.

/** Of a call without an id, whose result follows. */
export const NAMELESS = ''
/** Before what a later call asks after, among the ids of calls. */
export const HANDLE = '#'

/** Among the ids of calls: the command that a person typed to be run, whose output follows as another message. */
export const TYPED = '!'
