import { createAiderSource } from './aider/aider.source.ts'
import { createAmpSource } from './amp/amp.source.ts'
import { createClaudeCodeSource } from './claude-code/claude-code.source.ts'
import { createCodexSource } from './codex/codex.source.ts'
import { createContinueSource } from './continue/continue.source.ts'
import { createCopilotChatSource } from './copilot-chat/copilot-chat.source.ts'
import { createCopilotCliSource } from './copilot-cli/copilot-cli.source.ts'
import { createCrushSource } from './crush/crush.source.ts'
import { createCursorSource } from './cursor/cursor.source.ts'
import { createDroidSource } from './droid/droid.source.ts'
import { createEditorAgentSources } from './editor-agents/editor-agents.source.ts'
import { createGeminiCliSource } from './gemini-cli/gemini-cli.source.ts'
import { createGooseSource } from './goose/goose.source.ts'
import { createKiroSource } from './kiro/kiro.source.ts'
import { createKiloCliSource, createOpenCodeSource } from './opencode/opencode.source.ts'
import { createPiSource } from './pi/pi.source.ts'
import { createQwenCodeSource } from './qwen-code/qwen-code.source.ts'
import { datedByFile } from './shared/dated-by-file.ts'
import { reportingForeignFiles } from './shared/reporting-foreign-files.ts'
import type { Source } from './source.ts'
import { createSpecStorySource } from './specstory/specstory.source.ts'
import type { Surroundings } from './surroundings.ts'
import { createWindsurfSource } from './windsurf/windsurf.source.ts'
import { createZedSource } from './zed/zed.source.ts'

/** Every coding tool this version reads. */
export const createSources = (surroundings: Surroundings): Source[] =>
  reportingForeignFiles(allSources(surroundings).map(datedByFile))

const allSources = (surroundings: Surroundings): Source[] => [
  createClaudeCodeSource({
    configDir: surroundings.variables.CLAUDE_CONFIG_DIR,
    home: surroundings.home,
  }),
  createAiderSource(surroundings),
  createAmpSource(surroundings),
  createCodexSource(surroundings),
  createContinueSource(surroundings),
  createCopilotChatSource(surroundings),
  createCopilotCliSource(surroundings),
  createCrushSource(surroundings),
  createCursorSource(surroundings),
  ...createEditorAgentSources(surroundings),
  createDroidSource(surroundings),
  createGeminiCliSource(surroundings),
  createGooseSource(surroundings),
  createKiloCliSource(surroundings),
  createKiroSource(surroundings),
  createOpenCodeSource(surroundings),
  createPiSource(surroundings),
  createQwenCodeSource(surroundings),
  createSpecStorySource(surroundings),
  createWindsurfSource(surroundings),
  createZedSource(surroundings),
]
