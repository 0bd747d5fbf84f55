import type { HighlighterCore } from 'shiki/core'
import type { Language } from '../../lib/language.ts'

/** One stretch of code in one colour. `kind` names the colour (tokens.css); undefined for plain text. */
export type CodeToken = { text: string; kind: string | undefined; at: number }
export type CodeLine = { tokens: CodeToken[]; number: number }

/** Longer code is shown plain: colouring it would hold up the page. */
export const HIGHLIGHT_LIMIT = 30_000

const GRAMMARS: Record<Language, () => Promise<unknown>> = {
  bash: () => import('shiki/langs/shellscript.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  docker: () => import('shiki/langs/docker.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  kotlin: () => import('shiki/langs/kotlin.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  ruby: () => import('shiki/langs/ruby.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  swift: () => import('shiki/langs/swift.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
}

/** Names under which the grammars register themselves, where that is not our own name. */
const GRAMMAR_NAME: Partial<Record<Language, string>> = { bash: 'shellscript' }

type Load = () => Promise<HighlighterCore>

const loadCore: Load = async () => {
  const [{ createCssVariablesTheme, createHighlighterCore }, { createJavaScriptRegexEngine }] =
    await Promise.all([import('shiki/core'), import('shiki/engine/javascript')])
  return createHighlighterCore({
    themes: [createCssVariablesTheme({ name: 'teamlore', variablePrefix: '--tl-' })],
    langs: [],
    // Patterns that JavaScript cannot express are left out instead of failing; no WebAssembly is needed.
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
}

/** Turns code into coloured lines. Grammars and engine arrive when they are first needed. */
export const createHighlighter = (load: Load = loadCore) => {
  let core: Promise<HighlighterCore> | undefined
  const loaded = new Map<Language, Promise<void>>()

  const ready = async (language: Language): Promise<HighlighterCore> => {
    core ??= load()
    const highlighter = await core
    let grammar = loaded.get(language)
    if (!grammar) {
      grammar = highlighter.loadLanguage(GRAMMARS[language]() as never)
      loaded.set(language, grammar)
    }
    await grammar
    return highlighter
  }

  return async (code: string, language: Language): Promise<CodeLine[]> => {
    const highlighter = await ready(language)
    const lines = highlighter.codeToTokensBase(code, {
      lang: GRAMMAR_NAME[language] ?? language,
      theme: 'teamlore',
      tokenizeMaxLineLength: 1_000,
      tokenizeTimeLimit: 100,
    })
    return lines.map((tokens, index) => ({
      number: index,
      tokens: tokens.map(({ content, color, offset }) => ({
        text: content,
        kind: kindOf(color),
        at: offset,
      })),
    }))
  }
}

/** `var(--tl-token-keyword)` → `keyword`. */
const kindOf = (color: string | undefined): string | undefined =>
  /^var\(--tl-token-([a-z-]+)\)$/.exec(color ?? '')?.[1]
