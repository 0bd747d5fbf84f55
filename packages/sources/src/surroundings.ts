import { z } from 'zod'

/** Variables that set where coding tools keep their files; the sources read them as the tools do. */
export const toolVariablesSchema = z.object({
  CLAUDE_CONFIG_DIR: z
    .string()
    .optional()
    .describe('Folder of Claude Code, as Claude Code itself reads it. Unset: ~/.claude.'),
  CODEX_HOME: z
    .string()
    .optional()
    .describe('Folder of Codex, as Codex itself reads it. Unset: ~/.codex.'),
  CRUSH_GLOBAL_DATA: z
    .string()
    .optional()
    .describe('Folder in which Crush keeps the list of its projects, as Crush itself reads it.'),
  GOOSE_PATH_ROOT: z
    .string()
    .optional()
    .describe('Folder in which Goose keeps everything, as Goose itself reads it.'),
  OPENCODE_DB: z
    .string()
    .optional()
    .describe('Database of OpenCode, if OpenCode is configured to keep it elsewhere.'),
  CLINE_DIR: z
    .string()
    .optional()
    .describe('Folder of Cline, as Cline itself reads it. Unset: ~/.cline.'),
  CLINE_DATA_DIR: z
    .string()
    .optional()
    .describe('Folder of the data of Cline, as Cline itself reads it. Unset: data in CLINE_DIR.'),
  CONTINUE_GLOBAL_DIR: z
    .string()
    .optional()
    .describe('Folder of Continue, as Continue itself reads it. Unset: ~/.continue.'),
  AIDER_CHAT_HISTORY_FILE: z
    .string()
    .optional()
    .describe(
      'File in which Aider writes its chats, as Aider itself reads it. Unset: .aider.chat.history.md in each repository.',
    ),
  GEMINI_CLI_HOME: z
    .string()
    .optional()
    .describe(
      'Folder in which Gemini CLI keeps .gemini, as Gemini CLI itself reads it. Unset: the home folder.',
    ),
  PI_CODING_AGENT_DIR: z
    .string()
    .optional()
    .describe('Folder of Pi, as Pi itself reads it. Unset: ~/.pi/agent.'),
  PI_CODING_AGENT_SESSION_DIR: z
    .string()
    .optional()
    .describe(
      'Folder of the sessions of Pi, as Pi itself reads it. Unset: sessions in PI_CODING_AGENT_DIR.',
    ),
  QWEN_HOME: z
    .string()
    .optional()
    .describe('Folder of Qwen Code, as Qwen Code itself reads it. Unset: ~/.qwen.'),
  QWEN_RUNTIME_DIR: z
    .string()
    .optional()
    .describe(
      'Folder in which Qwen Code keeps sessions, as Qwen Code itself reads it. Unset: QWEN_HOME.',
    ),
  COPILOT_HOME: z
    .string()
    .optional()
    .describe(
      'Folder of GitHub Copilot CLI, as GitHub Copilot CLI itself reads it. Unset: ~/.copilot.',
    ),
  FACTORY_HOME_OVERRIDE: z
    .string()
    .optional()
    .describe(
      'Folder in which Factory Droid keeps .factory, as Droid itself reads it. Unset: the home folder.',
    ),
  CURSOR_DATA_DIR: z
    .string()
    .optional()
    .describe(
      'Folder in which the command line of Cursor keeps chats and projects, as it reads it itself. Unset: ~/.cursor.',
    ),
  XDG_CONFIG_HOME: z
    .string()
    .optional()
    .describe('Folder of settings on Linux, in which some tools keep sessions. Unset: ~/.config.'),
  XDG_DATA_HOME: z
    .string()
    .optional()
    .describe('Folder of data on Linux, in which some tools keep sessions. Unset: ~/.local/share.'),
  APPDATA: z
    .string()
    .optional()
    .describe('Folder of settings on Windows. Unset: AppData/Roaming in the home folder.'),
  LOCALAPPDATA: z
    .string()
    .optional()
    .describe('Folder of data on Windows. Unset: AppData/Local in the home folder.'),
})
export type ToolVariables = z.infer<typeof toolVariablesSchema>

/** What decides where a tool keeps its files. Given, never looked up: so any machine can be tested on any other. */
export type Surroundings = {
  home: string
  platform: NodeJS.Platform
  variables: ToolVariables
  /** Top folders of projects in which sessions were captured: some tools write into these. */
  projectFolders?: () => readonly string[]
}
