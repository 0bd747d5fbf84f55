import type { MessageDigest } from './digest-message.ts'

const SHINGLE = 6
const MAX_SHINGLES = 200_000
const GUIDE_FILES =
  /(?:^|[\\/])(?:AGENTS|CLAUDE|GEMINI|CONVENTIONS|\.cursorrules|copilot-instructions)(?:\.local)?(?:\.md|\.mdc)?$/i
const OWN_TOOLS = /(?:^|_)lore_/i
/** What a tool prints about itself. */
const HELP =
  /(?:^|\s)(?:--help|-h|help)(?=\s|$|[|;&])|^\s*(?:man|tldr) \w|\b(?:npm|pip|cargo) (?:info|view|show)\b/

const shingles = (text: string): string[] => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const found: string[] = []
  for (let i = 0; i + SHINGLE <= words.length; i++)
    found.push(words.slice(i, i + SHINGLE).join(' '))
  return found
}

/**
 * Remembers what was put in front of the assistant: injected text, the project's guide files, help texts of
 * tools, Teamlore's own answers.
 * A sentence that mostly repeats it is an echo and teaches nothing.
 */
export const createEchoes = () => {
  const known = new Set<string>()
  const guideCalls = new Set<string>()
  const remember = (text: string) => {
    for (const shingle of shingles(text)) if (known.size < MAX_SHINGLES) known.add(shingle)
  }
  const noteGuideCalls = (message: MessageDigest) => {
    for (const { id, name, path, command } of message.calls) {
      const isGuide = (path !== null && GUIDE_FILES.test(path)) || OWN_TOOLS.test(name)
      const isHelp = command !== null && HELP.test(command)
      if (id !== null && (isGuide || isHelp)) guideCalls.add(id)
    }
  }
  return {
    /** What a coding tool was given before the session began. */
    learn: remember,
    take(message: MessageDigest) {
      if (message.kind === 'injected' || message.kind === 'summary') remember(message.text)
      noteGuideCalls(message)
      for (const result of message.results)
        if (result.callId !== null && guideCalls.has(result.callId)) remember(result.text)
    },
    isEcho(text: string): boolean {
      const own = shingles(text)
      if (own.length === 0) return false
      const hits = own.filter((shingle) => known.has(shingle)).length
      return hits / own.length >= 0.5
    },
  }
}

export type Echoes = ReturnType<typeof createEchoes>
