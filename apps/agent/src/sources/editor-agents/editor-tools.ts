/** A coding tool that lives in editors as an extension made from Cline, or is Cline. */
export type EditorTool = {
  name: string
  label: string
  /** Folders of its releases in the editors' `globalStorage`. */
  extensions: readonly string[]
  /** Cline of 2026 keeps sessions of all its forms in a folder of its own. */
  hasOwnFolder: boolean
}

export const EDITOR_TOOLS: readonly EditorTool[] = [
  {
    name: 'cline',
    label: 'Cline',
    extensions: ['saoudrizwan.claude-dev', 'saoudrizwan.cline-nightly'],
    hasOwnFolder: true,
  },
  {
    name: 'kilo-code',
    label: 'Kilo Code',
    extensions: ['kilocode.kilo-code'],
    hasOwnFolder: false,
  },
  {
    name: 'roo-code',
    label: 'Roo Code',
    extensions: ['rooveterinaryinc.roo-cline', 'rooveterinaryinc.roo-code-nightly'],
    hasOwnFolder: false,
  },
]
