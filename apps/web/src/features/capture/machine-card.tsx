import type { CaptureMachine, CaptureMemory, CaptureTool } from '@teamlore/shared'
import { Badge } from '../../components/ui/badge.tsx'
import { ScrollBox } from '../../components/ui/scroll-box.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { byteSize, count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { toolName } from '../../lib/format/tool-name.ts'
import { figuresOf, isAbsent, memoryWords, notesOf, stateOf, watchWords } from './sentences.ts'

/** One machine: how it is doing, and a row for each of its tools. */
export const MachineCard = ({ machine }: { machine: CaptureMachine }) => {
  const { word, tone, title } = stateOf(machine.state)
  const present = machine.tools.filter((tool) => !isAbsent(tool))
  const absent = machine.tools.filter(isAbsent)
  return (
    <article className="capture-machine" aria-labelledby={machine.id}>
      <div className="capture-machine-head">
        <h2 id={machine.id} className="tl-foreign">
          {plainLine(machine.name)}
        </h2>
        <Badge tone={tone} title={title}>
          {word}
        </Badge>
      </div>
      <MachineFacts machine={machine} />
      {present.length === 0 ? (
        <p className="capture-detail">No coding tool has left a session here yet.</p>
      ) : (
        <ToolTable name={machine.name} tools={present} />
      )}
      {machine.memory_files !== null && <MemoryFiles files={machine.memory_files} />}
      {absent.length > 0 && <AbsentTools tools={absent} />}
    </article>
  )
}

const MachineFacts = ({ machine }: { machine: CaptureMachine }) => {
  const { owner, platform, agent_version, reported_at, last_seen_at, agent } = machine
  const facts = [owner.name, platform, `lore ${agent_version}`, watchWords(machine)]
  return (
    <p className="capture-detail capture-machine-facts">
      <span className="tl-foreign">{facts.map(plainLine).join(' · ')}</span>
      {(reported_at ?? last_seen_at) !== null && (
        <span>
          {reported_at === null ? 'last seen ' : 'reported '}
          <TimeAgo at={reported_at ?? last_seen_at} />
        </span>
      )}
      {agent !== null && agent.spool.batches > 0 && (
        <span>{byteSize(agent.spool.bytes)} wait on its disk</span>
      )}
    </p>
  )
}

/** CLAUDE.md, AGENTS.md and the like, mirrored from the projects on the machine. */
const MemoryFiles = ({ files }: { files: CaptureMemory }) => {
  const { word, tone, title } = stateOf(files.state)
  return (
    <p className="capture-memory">
      <span>
        <strong>Memory files</strong> {memoryWords(files)}
      </span>
      <Badge tone={tone} title={title}>
        {word}
      </Badge>
    </p>
  )
}

const ToolTable = ({ name, tools }: { name: string; tools: readonly CaptureTool[] }) => (
  <ScrollBox label={`Tools on ${plainLine(name)}`} className="capture-table">
    <table>
      <thead>
        <tr>
          <th scope="col">Tool</th>
          {figuresOf(tools[0] as CaptureTool).map((figure) => (
            <th key={figure.name} scope="col" title={figure.title}>
              {figure.name}
            </th>
          ))}
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {tools.map((tool) => (
          <ToolRow key={tool.tool} tool={tool} />
        ))}
      </tbody>
    </table>
  </ScrollBox>
)

/** Looked for as well: so that nobody wonders whether a tool of theirs is read. */
const AbsentTools = ({ tools }: { tools: readonly CaptureTool[] }) => (
  <details className="capture-absent">
    <summary>{count(tools.length, 'other tool')} looked for, nothing there</summary>
    <p>{tools.map(labelOf).join(', ')}</p>
  </details>
)

const labelOf = ({ tool, label }: CaptureTool): string =>
  plainLine(label === tool ? toolName(tool) : label)

const ToolRow = ({ tool }: { tool: CaptureTool }) => {
  const { word, tone, title } = stateOf(tool.state)
  const notes = notesOf(tool)
  return (
    <tr>
      <th scope="row">
        {labelOf(tool)}
        {notes.length > 0 && <span className="capture-notes">{notes.join(', ')}</span>}
      </th>
      {figuresOf(tool).map((figure) => (
        <td key={figure.name} data-label={figure.name} data-tone={figure.tone}>
          {figure.value}
        </td>
      ))}
      <td data-label="State">
        <Badge tone={tone} title={title}>
          {word}
        </Badge>
      </td>
    </tr>
  )
}
