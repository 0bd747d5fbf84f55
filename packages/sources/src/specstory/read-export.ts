import { createHash } from 'node:crypto'
import { basename, sep } from 'node:path'
import type { MessageKind } from '@teamlore/shared'
import { buildSession } from '../shared/build-session.ts'
import { wholeFigures } from '../shared/read-document.ts'
import type { Place, ReadSession } from '../source.ts'
import { linesOf } from '../turns/changed-lines.ts'
import type { Turn, TurnEdit } from '../turns/session-draft.ts'
import { piecesOf, type Section, sectionsOf, type ToolUse, utc } from './sections.ts'

export const TOOL = 'specstory'

/** The session an export was made of, where it says so. */
export const exportedFrom = (text: string): { tool: string; id: string } | null => {
  const match = /^<!-- (.{1,60}) Session ([0-9A-Za-z_-]{1,100}) \(.{1,60}\) -->$/m.exec(
    text.slice(0, 4_000),
  )
  return match ? { tool: match[1] ?? '', id: match[2] ?? '' } : null
}

/** An export as a session; null while nobody said anything. */
export const sessionOfExport = (text: string, place: Place): ReadSession | null => {
  const turns = withCallIds(sectionsOf(text).flatMap(turnsOf))
  const first = turns[0]
  if (first === undefined) return null
  const stamp =
    /\d{4}-\d\d-\d\d_\d\d-\d\d(?:-\d\d)?(?=Z?[-.])/.exec(basename(place.path))?.[0] ?? null
  const digest = createHash('sha256')
    .update(JSON.stringify(first.blocks))
    .digest('hex')
    .slice(0, 12)
  return buildSession(
    {
      tool: TOOL,
      // The name of the file follows the title, so only its time is worth anything.
      nativeId: exportedFrom(text)?.id ?? `${stamp ?? 'undated'}-${digest}`,
      cwd: projectOf(place.path),
      title: titleOf(text),
      startedAt: stamp === null ? null : startOf(stamp),
      figures: wholeFigures([place]),
    },
    turns,
  )
}

const startOf = (stamp: string): string | null => {
  const [day, time = ''] = stamp.split('_')
  return utc(`${day} ${time.replaceAll('-', ':')}`)
}

const projectOf = (path: string): string | null => {
  const at = path.lastIndexOf(`${sep}.specstory${sep}`)
  return at > 0 ? path.slice(0, at) : null
}

/** A heading that is nothing but a time is no title. */
const titleOf = (text: string): string | null => {
  const title = /^# (.+)$/m
    .exec(text.slice(0, 4_000))?.[1]
    ?.replace(/ \(\d{4}-\d\d-\d\d [\d:]+Z?\)\s*$/, '')
  return title === undefined || /^[\d\s:TZ.-]+$/.test(title) ? null : title
}

const turnsOf = (section: Section): Turn[] => {
  const { isUser, model, ts, text } = section
  if (isUser)
    return [{ id: null, ts, role: 'user', kind: kindOf(text), blocks: [{ type: 'text', text }] }]
  return piecesOf(text).flatMap((piece): Turn[] => {
    const said = { id: null, ts, role: 'assistant', kind: 'assistant', model } as const
    return 'block' in piece ? [{ ...said, blocks: [piece.block] }] : turnsOfUse(piece.use, said)
  })
}

const kindOf = (text: string): MessageKind => {
  if (/^\s*<(command-|local-command-|bash-)/.test(text)) return 'command'
  return /^\s*(<system-reminder>|Caveat:|\[Request interrupted)/.test(text) ? 'injected' : 'human'
}

type Said = Pick<Turn, 'id' | 'ts' | 'role' | 'kind' | 'model'>

const turnsOfUse = ({ name, input, output }: ToolUse, said: Said): Turn[] => {
  const call = { type: 'tool_call', id: null, name, input: { text: input } } as const
  const turn: Turn = { ...said, blocks: [call], edits: editsOf({ name, input, output }) }
  return output === ''
    ? [turn]
    : [
        turn,
        {
          id: null,
          ts: said.ts,
          role: 'tool',
          kind: 'tool_result',
          blocks: [{ type: 'tool_result', tool_call_id: null, text: output, is_error: false }],
        },
      ]
}

const WRITTEN =
  /^(?:The file (\S.*?) has been updated|File created successfully at: (\S.*?)\s*$|The file (\S.*?) has been created)/m

/** Which file was written, as the tool's answer says. Only of a whole new text the lines are in an export. */
const editsOf = ({ name, input, output }: ToolUse): TurnEdit[] => {
  if (!/^(Edit|Write|MultiEdit)$/.test(name)) return []
  const match = WRITTEN.exec(output)
  const path = (match?.[1] ?? match?.[2] ?? match?.[3])?.replace(/\.$/, '').slice(0, 4_096)
  if (!path) return []
  const operation = match?.[1] === undefined ? 'create' : 'edit'
  const content = name === 'Write' ? /^```[^\n]*\n([\s\S]*)/m.exec(input)?.[1] : undefined
  return [{ path, operation, addedText: linesOf(content), removedText: [], toolCallId: null }]
}

/** Calls have no ids in an export; what belongs together stands together, so they are numbered. */
const withCallIds = (turns: readonly Turn[]): Turn[] => {
  let id = ''
  let calls = 0
  return turns.map((turn) => {
    const [block] = turn.blocks
    if (block?.type === 'tool_call') {
      id = `call-${++calls}`
      const edits = turn.edits?.map((edit) => ({ ...edit, toolCallId: id })) ?? []
      return { ...turn, blocks: [{ ...block, id }], edits }
    }
    return block?.type === 'tool_result'
      ? { ...turn, blocks: [{ ...block, tool_call_id: id }] }
      : turn
  })
}
