import type { Me } from '../contracts/admin.contract.ts'
import type { MemoryEntry } from '../contracts/memory.contract.ts'
import type { IngestEdit } from '../contracts/message.contract.ts'
import type { Project } from '../contracts/project.contract.ts'
import type { Message, SessionDetail } from '../contracts/session.contract.ts'

/**
 * One line of `GET /v1/me/export`, as JSON. A project stands before what first names it, messages and edits follow their session,
 * and the last line counts the others.
 */
export type OwnDataLine =
  | ({ type: 'about'; exported_at: string } & Pick<Me, 'user' | 'team' | 'role'>)
  | { type: 'project'; project: Pick<Project, 'id' | 'name' | 'remote_url'> }
  | { type: 'session'; session: SessionDetail }
  | { type: 'message'; session_id: string; message: Message }
  | { type: 'edit'; session_id: string; edit: IngestEdit }
  | { type: 'memory'; memory: MemoryEntry }
  | { type: 'end'; sessions: number; messages: number; edits: number; memories: number }
