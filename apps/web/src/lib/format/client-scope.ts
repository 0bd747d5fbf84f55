import type { ClientScope } from '@teamlore/shared/clients'

/** What a connected client may do, in words. */
export const SCOPE_WORDS: Record<ClientScope, string> = {
  read: 'Search and read what you may read of this team',
  write: 'Write memories and hand over what it learned',
  lorebook: 'Ask the lorebooks of this team',
}
