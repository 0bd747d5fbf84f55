import { lookUp } from './look-up.ts'

/** Languages that are highlighted; each is loaded when it is first met. */
export type Language =
  | 'bash'
  | 'c'
  | 'css'
  | 'diff'
  | 'docker'
  | 'go'
  | 'html'
  | 'java'
  | 'json'
  | 'kotlin'
  | 'markdown'
  | 'python'
  | 'ruby'
  | 'rust'
  | 'sql'
  | 'swift'
  | 'toml'
  | 'tsx'
  | 'typescript'
  | 'yaml'

const BY_NAME: Record<string, Language> = {
  bash: 'bash',
  c: 'c',
  console: 'bash',
  css: 'css',
  cjs: 'typescript',
  cts: 'typescript',
  diff: 'diff',
  docker: 'docker',
  dockerfile: 'docker',
  go: 'go',
  golang: 'go',
  h: 'c',
  htm: 'html',
  html: 'html',
  java: 'java',
  javascript: 'typescript',
  js: 'typescript',
  json: 'json',
  json5: 'json',
  jsonc: 'json',
  jsonl: 'json',
  jsx: 'tsx',
  kotlin: 'kotlin',
  kt: 'kotlin',
  kts: 'kotlin',
  markdown: 'markdown',
  md: 'markdown',
  mdx: 'markdown',
  mjs: 'typescript',
  mts: 'typescript',
  patch: 'diff',
  pgsql: 'sql',
  postgresql: 'sql',
  py: 'python',
  pyi: 'python',
  python: 'python',
  rb: 'ruby',
  rs: 'rust',
  ruby: 'ruby',
  rust: 'rust',
  scss: 'css',
  sh: 'bash',
  shell: 'bash',
  sql: 'sql',
  svg: 'html',
  swift: 'swift',
  toml: 'toml',
  ts: 'typescript',
  tsx: 'tsx',
  typescript: 'typescript',
  vue: 'html',
  xml: 'html',
  yaml: 'yaml',
  yml: 'yaml',
  zsh: 'bash',
}

/** The language behind the word after the fence of a code block; undefined when it is none we highlight. */
export const languageOfFence = (word: string | undefined): Language | undefined =>
  word === undefined ? undefined : lookUp(BY_NAME, word.toLowerCase())

/** The language of a file, by its name. */
export const languageOfPath = (path: string): Language | undefined => {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  if (name.startsWith('dockerfile')) return 'docker'
  const dot = name.lastIndexOf('.')
  return dot === -1 ? undefined : lookUp(BY_NAME, name.slice(dot + 1))
}
