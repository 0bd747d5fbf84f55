'use client'

import { CopyButton } from './copy-button.tsx'
import './command-line.css'

/** A command to type in a terminal, with a button that copies it. */
export const CommandLine = ({ command }: { command: string }) => (
  <div className="command-line">
    <code>{command}</code>
    <CopyButton text={command} label={`Copy “${command}”`} />
  </div>
)
