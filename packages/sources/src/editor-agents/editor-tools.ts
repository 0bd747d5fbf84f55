/** A coding tool that lives in editors as an extension made from Cline, or is Cline. */
export type EditorTool = {
  name: string
  label: string
  /** Folders of its releases in the editors' `globalStorage`. */
  extensions: readonly string[]
  /** Folder in the home folder in which its command line, and Cline of 2026 in all its forms, keep what they keep. */
  ownFolder: string | null
}

export const EDITOR_TOOLS: readonly EditorTool[] = [
  {
    name: 'cline',
    label: 'Cline',
    extensions: ['saoudrizwan.claude-dev', 'saoudrizwan.cline-nightly'],
    ownFolder: '.cline',
  },
  {
    name: 'kilo-code',
    label: 'Kilo Code',
    extensions: ['kilocode.kilo-code'],
    ownFolder: '.kilocode',
  },
  {
    name: 'roo-code',
    label: 'Roo Code',
    extensions: ['rooveterinaryinc.roo-cline', 'rooveterinaryinc.roo-code-nightly'],
    ownFolder: null,
  },
]
