import { join } from 'node:path'
import { openEngine } from '@teamlore/db'
import { readAsOwner } from '@teamlore/db/testing'

type SessionRows = {
  tool: string
  /** What its messages say, in their order. */
  texts: string[]
  keys: string[]
  /** How many rows of the search index hold each message's words, in the same order. */
  indexed: number[]
}

/** What stands in the tables of a server that has ended, by native id, read past all of the product's own counting. */
export const rowsOfServer = async (home: string): Promise<Map<string, SessionRows>> => {
  const engine = await openEngine({ kind: 'embedded', dataDir: join(home, 'database') })
  try {
    const rows = await readAsOwner<{
      tool: string
      native_id: string
      key: string
      text: string
      indexed: string
    }>(engine, MESSAGES)
    const sessions = new Map<string, SessionRows>()
    for (const { tool, native_id, key, text, indexed } of rows) {
      const session = sessions.get(native_id) ?? { tool, texts: [], keys: [], indexed: [] }
      session.texts.push(text)
      session.keys.push(key)
      session.indexed.push(Number(indexed))
      sessions.set(native_id, session)
    }
    return sessions
  } finally {
    await engine.close()
  }
}

const MESSAGES = `
  select s.tool, s.native_id, m.key,
    (select string_agg(block->>'text', e'\\n') from jsonb_array_elements(m.blocks) block) as text,
    (select count(*) from teamlore.documents d
      where d.message_id = m.id and d.session_id = s.id and d.status = 'current'
        and d.tsv @@ plainto_tsquery('simple', 'berth')) as indexed
  from teamlore.messages m join teamlore.sessions s on s.id = m.session_id
  order by s.native_id, m.ordinal, m.id`
