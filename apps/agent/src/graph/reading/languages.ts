/** Languages by the ending of a file. `.h` may be either of two; the grammar of C++ reads both. */
const BY_ENDING: Record<string, string> = {
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'tsx',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  py: 'python',
  pyi: 'python',
  go: 'go',
  rs: 'rust',
  java: 'java',
  kt: 'kotlin',
  kts: 'kotlin',
  c: 'cpp',
  h: 'cpp',
  cc: 'cpp',
  cpp: 'cpp',
  cxx: 'cpp',
  hh: 'cpp',
  hpp: 'cpp',
  hxx: 'cpp',
}

export const endingOf = (path: string): string => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''

/** Undefined for what is no code that imports. */
export const languageOf = (path: string): string | undefined => BY_ENDING[endingOf(path)]

export const isScript = (language: string): boolean =>
  language === 'typescript' || language === 'tsx' || language === 'javascript'
