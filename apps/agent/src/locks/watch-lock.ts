import { join } from 'node:path'

/** Where the lock of the one watch of a server lies. */
export const watchLockPath = (serverRoot: string): string => join(serverRoot, 'watch.lock')
