import { type SQL, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { textArray } from '../sql/lists.ts'
import { literalNumber } from './conditions.ts'
import type { ToolCallRow } from './search.types.ts'

/** Messages of the coding agent before an output among which its call is looked for. */
const LOOKED_AT = 12
const ABOUT_CHARS = 400

/** Arguments that say what a call was about, the most specific first, whatever tools call them. */
const ARGUMENTS = [
  ...['command', 'cmd', 'file_path', 'filePath', 'absolute_path', 'target_file', 'notebook_path'],
  ...['path', 'pattern', 'query', 'url', 'patch', 'description', 'prompt'],
]

/** A command may be a list, such as `["bash", "-lc", "npm test"]`: its last part says what is run. */
const ABOUT: SQL = sql.raw(
  `coalesce(case jsonb_typeof(b->'input') when 'string' then b->>'input' end, ${ARGUMENTS.map(
    (name) => `b->'input'->'${name}'->>-1, b->'input'->>'${name}'`,
  ).join(', ')}, '')`,
)

/** What tools did where a hit is a call or its output. */
export const createSearchCalls = (tx: DbExecutor) => ({
  /** The calls that these messages make, or whose outputs they are, in order. */
  async toolCallsOf(messageIds: readonly string[]): Promise<ToolCallRow[]> {
    if (messageIds.length === 0) return []
    return rows<ToolCallRow>(
      tx,
      sql`
      select a.id as "messageId", b->>'name' as name, left(${ABOUT}, ${literalNumber(ABOUT_CHARS)}) as about
      from teamlore.messages a
      cross join lateral (
        select a.id, a.ordinal, a.blocks
        union all
        (select c.id, c.ordinal, c.blocks from teamlore.messages c
        where c.session_id = a.session_id and c.ordinal < a.ordinal and c.kind = 'assistant'
          and jsonb_path_exists(a.blocks, '$[*].tool_call_id')
        order by c.ordinal desc limit ${literalNumber(LOOKED_AT)})
      ) c
      cross join lateral jsonb_array_elements(c.blocks) with ordinality as e(b, place)
      where a.id = any(${textArray(messageIds)}) and b->>'type' = 'tool_call' and (c.id = a.id
        or exists (select from jsonb_array_elements(a.blocks) r where r->>'tool_call_id' = b->>'id'))
      order by a.id, c.ordinal, place`,
    )
  },
})
