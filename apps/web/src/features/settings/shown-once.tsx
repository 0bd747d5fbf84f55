import type { ReactNode } from 'react'
import { CommandLine } from '../../components/ui/command-line.tsx'

/** Something that nobody can be shown again, with what to do with it. */
export const ShownOnce = ({
  title,
  lines,
  onDone,
  children,
}: {
  title: string
  lines: readonly { says: string; text: string; isCommand?: true }[]
  onDone: () => void
  children?: ReactNode
}) => (
  <section className="settings-once" role="status">
    <h3>{title}</h3>
    {lines.map(({ says, text, isCommand }) => (
      <div key={says}>
        <p className="settings-detail">{says}</p>
        <CommandLine command={text} isText={!isCommand} />
      </div>
    ))}
    {children}
    <div className="settings-buttons">
      <button type="button" className="settings-done" onClick={onDone}>
        I have it
      </button>
    </div>
  </section>
)
