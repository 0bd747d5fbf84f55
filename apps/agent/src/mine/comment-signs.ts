import { basename, extname } from 'node:path'

const LANGUAGES: Record<string, string> = {
  '//': 'ts tsx mts cts js jsx mjs cjs java go rs c h cc cpp hpp cs kt kts swift php scala dart proto groovy zig m mm css scss less vue svelte sol',
  '#': 'py rb sh bash zsh fish yml yaml toml tf pl pm r ex exs jl nix cmake ps1 conf ini',
  '--': 'sql lua hs elm ada vhd',
  ';': 'lisp clj cljs el scm asm',
  '%': 'tex erl hrl',
  '<!--': 'html htm xml vue svelte',
}

const BY_EXTENSION = new Map<string, string[]>()
for (const [sign, extensions] of Object.entries(LANGUAGES))
  for (const extension of extensions.split(' '))
    BY_EXTENSION.set(extension, [...(BY_EXTENSION.get(extension) ?? []), sign])

const BY_NAME = new Map([
  ['dockerfile', ['#']],
  ['makefile', ['#']],
  ['justfile', ['#']],
])

/** By what comments begin in a file of this name; nothing where that is not known, as in prose, where such a word is one of many. */
export const commentSigns = (path: string): string[] => {
  const name = basename(path).toLowerCase()
  if (/\.min\.|\.bundle\.|\.generated\./.test(name)) return []
  const signs = BY_NAME.get(name) ?? BY_EXTENSION.get(extname(name).slice(1)) ?? []
  return signs.includes('//') ? [...signs, '/*', '*'] : signs
}
