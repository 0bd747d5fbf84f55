import type { ReactNode } from 'react'
import { messageOf } from '../../lib/api.tsx'
import { WithCommands } from './with-commands.tsx'

/** What went wrong, in the server's own sentence; its commands look like commands. */
export const errorWords = (error: unknown): ReactNode => <WithCommands text={messageOf(error)} />
