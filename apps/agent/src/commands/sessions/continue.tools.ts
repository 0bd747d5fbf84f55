/** How each tool is started with words to begin with. */
export const STARTS = {
  claude: (text: string) => [text],
  codex: (text: string) => [text],
  gemini: (text: string) => ['-i', text],
  opencode: (text: string) => ['--prompt', text],
} as const

export type ContinueTool = keyof typeof STARTS
export const CONTINUE_TOOLS = Object.keys(STARTS) as ContinueTool[]

export type ContinueOptions = {
  with?: ContinueTool | undefined
  budget?: number | undefined
  print?: boolean | undefined
}

/** Starts a program at this terminal and waits for its end; null where there is none of that name. */
export type StartTool = (
  program: string,
  args: readonly string[],
  cwd: string,
) => Promise<{ code: number } | null>
