import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildGraph, type ReadCodeFiles } from './build-graph.ts'
import type { GraphCache } from './graph-cache.ts'
import { listRepositoryFiles } from './list-code-files.ts'
import { payloadOf } from './payload.ts'
import { readHere } from './testing/read-here.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const write = (files: Record<string, string>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true })
    writeFileSync(join(folder.path, path), text)
  }
}

const build = (
  cache: GraphCache['files'] = {},
  { readFiles = readHere, isKeptBack = (_path: string): boolean => false } = {},
) => buildGraph(folder.path, cache, { listFiles: listRepositoryFiles, readFiles, isKeptBack })

/** `a.ts > b.ts`, with the kind where it is no plain import. */
const edges = async (): Promise<string[]> =>
  (await build()).files
    .flatMap(({ path, imports }) =>
      imports.map(({ to, kind }) => `${path} > ${to}${kind === 'static' ? '' : ` ${kind}`}`),
    )
    .sort()

describe('what imports what', () => {
  test('in TypeScript and JavaScript, in every way of saying so', async () => {
    write({
      'package.json': '{ "imports": { "#own/*": "./src/own/*.ts" } }',
      'tsconfig.json': '{ // tolerant\n "compilerOptions": { "paths": { "@/*": ["./src/*"] } }, }',
      'packages/tide/package.json':
        '{ "name": "@acme/tide", "exports": { ".": "./dist/index.js", "./deep": "./src/deep.ts" } }',
      'packages/tide/src/index.ts': "export * from './deep.js'",
      'packages/tide/src/deep.ts': 'export const deep = 1',
      'src/own/a.ts': 'export {}',
      'src/berth.tsx': 'export const Berth = () => <p />',
      'src/folder/index.ts': 'export {}',
      'src/old.cjs': "// require('./folder')\nconst b = require('./berth')",
      'src/main.ts': [
        "import { Berth } from '@/berth'",
        "import type { X } from './types'",
        "import { tide } from '@acme/tide'",
        "import { deep } from '@acme/tide/deep'",
        "import '#own/a'",
        "import fs from 'node:fs'",
        "import react from 'react'",
        "import './style.css'",
        "const late = await import('./folder')",
      ].join('\n'),
      'src/types.d.ts': 'export type X = 1',
      'src/seen.ts':
        "/// <reference path=\"berth.tsx\" />\nexport type X = import('./types').X\n// import('./main').Y",
      'src/broken.ts': "import { a } from './types'\nexport const = ;",
    })
    expect(await edges()).toEqual([
      'packages/tide/src/index.ts > packages/tide/src/deep.ts reexport',
      'src/broken.ts > src/types.d.ts',
      'src/main.ts > packages/tide/src/deep.ts',
      'src/main.ts > packages/tide/src/index.ts',
      'src/main.ts > src/berth.tsx',
      'src/main.ts > src/folder/index.ts dynamic',
      'src/main.ts > src/own/a.ts',
      'src/main.ts > src/types.d.ts type',
      'src/old.cjs > src/berth.tsx require',
      'src/seen.ts > src/berth.tsx type',
      'src/seen.ts > src/types.d.ts type',
    ])
  })

  test('in Python, Go, Rust, Java, Kotlin and C', async () => {
    write({
      'py/app/__init__.py': '',
      'py/app/core.py': 'def run(): pass',
      'py/app/main.py': 'from . import core\nfrom app.util import (a,\n  b)\nimport os, app.core',
      'py/app/util/__init__.py': '',
      'go.mod': 'module example.com/harbour\n',
      'tide/tide.go': 'package tide',
      'cmd/main.go': 'package main\nimport (\n "fmt"\n "example.com/harbour/tide"\n)',
      'rs/Cargo.toml': '[package]\nname = "berth-book"',
      'rs/src/lib.rs': 'mod store;\nuse crate::store::{disk::Disk, Lock};',
      'rs/src/store/mod.rs': 'pub mod disk;',
      'rs/src/store/disk.rs': 'use super::Lock;\nuse std::fs;',
      'jv/a/One.java':
        'package com.acme.a;\nimport com.acme.b.Two;\nimport java.util.List;\nclass One {}',
      'jv/b/Two.java': 'package com.acme.b;\nclass Two {}',
      'kt/Three.kt':
        'package com.acme.c\n\nimport com.acme.b.Two\nimport com.acme.c.four\n\nclass Three',
      'kt/Utils.kt': 'package com.acme.c\n\nfun four() = 4',
      'c/main.c': '#include "deep/x.h"\n#include <string.h>',
      'c/include/deep/x.h': '#pragma once',
      'c/string.h': '',
    })
    expect(await edges()).toEqual([
      'c/main.c > c/include/deep/x.h include',
      'cmd/main.go > tide/tide.go',
      'jv/a/One.java > jv/b/Two.java',
      'kt/Three.kt > jv/b/Two.java',
      'kt/Three.kt > kt/Utils.kt',
      'py/app/main.py > py/app/core.py',
      'py/app/main.py > py/app/util/__init__.py',
      'rs/src/lib.rs > rs/src/store/disk.rs',
      'rs/src/lib.rs > rs/src/store/mod.rs',
      'rs/src/store/disk.rs > rs/src/store/mod.rs',
      'rs/src/store/mod.rs > rs/src/store/disk.rs',
    ])
  })

  test('is read again only where the content changed', async () => {
    write({ 'a.ts': "import './b'", 'b.ts': 'export {}' })
    const read: string[][] = []
    const readFiles: ReadCodeFiles = (root, paths) => {
      read.push([...paths])
      return readHere(root, paths)
    }
    const first = await build({}, { readFiles })
    utimesSync(join(folder.path, 'a.ts'), new Date(1), new Date(1))
    write({ 'b.ts': "import './a'" })
    const second = await build(first.cache, { readFiles })
    expect(read).toEqual([['a.ts', 'b.ts'], ['b.ts']])
    expect(second.files.map(({ imports }) => imports.map(({ to }) => to))).toEqual([
      ['b.ts'],
      ['a.ts'],
    ])
  })

  test('leaves out what is kept back, and what it is imported by does not name it', async () => {
    write({ 'a.ts': "import './secret/plan'", 'secret/plan.ts': 'export {}' })
    const { files, kept_back } = await build(
      {},
      { isKeptBack: (path) => path.startsWith('secret/') },
    )
    expect([files.map(({ path, imports }) => [path, imports]), kept_back]).toEqual([
      [['a.ts', []]],
      1,
    ])
  })

  test('reveals no code and no names of definitions', async () => {
    write({ 'a.ts': 'export const pelicanPassword = () => {\n  return "hunter2"\n}\n' })
    const [file] = (await build()).files
    expect(file?.symbols).toMatchObject([{ name: 'pelicanPassword', start: 1, end: 3 }])
    expect(file && JSON.stringify(payloadOf(file))).not.toMatch(/pelican|hunter/i)
  })
})

describe('a definition', () => {
  test('has the same hash wherever it stands and however deep, another when it says something else', async () => {
    const hashOf = async (text: string) => {
      write({ 'a.py': text })
      return (await build()).files[0]?.symbols.find(({ name }) => name === 'moor')?.hash
    }
    const one = await hashOf('def moor(x):\n    return x\n')
    expect(
      await hashOf(
        'import os\n\nclass Quay:\n    def moor(x):\n\n        return x\n    def other(): pass\n',
      ),
    ).toBe(one)
    expect(await hashOf('def moor(x):\n    return x + 1\n')).not.toBe(one)
  })
})
