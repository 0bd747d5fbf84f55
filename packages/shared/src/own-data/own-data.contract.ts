import type { Me } from '../contracts/admin.contract.ts'
import type { MemoryEntry } from '../contracts/memory.contract.ts'
import type { Message, SessionDetail } from '../contracts/session.contract.ts'

/** One line of `GET /v1/me/export`, as JSON. Messages follow their session, and the last line counts the others. */
export type OwnDataLine =
  | ({ type: 'about'; exported_at: string } & Pick<Me, 'user' | 'team' | 'role'>)
  | { type: 'session'; session: SessionDetail }
  | { type: 'message'; session_id: string; message: Message }
  | { type: 'memory'; memory: MemoryEntry }
  | { type: 'end'; sessions: number; messages: number; memories: number }
