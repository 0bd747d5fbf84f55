'use client'

import { CopyButton } from './copy-button.tsx'
import './command-line.css'

/** A command to type in a terminal, with a button that copies it. `isText`: an address or a key, which is no command. */
export const CommandLine = ({ command, isText = false }: { command: string; isText?: boolean }) => (
  <div className="command-line" data-text={isText ? true : undefined}>
    <code>{command}</code>
    <CopyButton text={command} label={`Copy “${command}”`} />
  </div>
)
