import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadSession } from '@teamlore/sources/source'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createKeptElsewhere } from './kept-elsewhere.ts'
import { leaveOut } from './leave-out.ts'
import { parseProjectIgnore } from './project-ignore.ts'

type Input = Extract<
  ReadSession['messages'][number]['blocks'][number],
  { type: 'tool_call' }
>['input']

let folder: ReturnType<typeof temporaryFolder>
let own: string
beforeEach(() => {
  folder = temporaryFolder()
  own = join(folder.path, 'own')
  for (const name of [
    'own/docs',
    'own/build',
    'own/secret',
    'own/src',
    'own/inner',
    'own/customers',
    'two words',
    'secretproj',
    'shop/src',
    'open',
  ])
    mkdirSync(join(folder.path, name), { recursive: true })
  for (const name of ['two words', 'secretproj', 'open'])
    writeFileSync(join(folder.path, name, 'notes.txt'), 'hush-hush')
  for (const name of ['two words', 'secretproj'])
    writeFileSync(join(folder.path, name, '.loreignore'), '')
  writeFileSync(join(folder.path, 'shop', '.loreignore'), '/src/private.md\n')
  mkdirSync(join(folder.path, 'shop/.git'))
  writeFileSync(join(own, 'docs/private.md'), 'hush-hush')
})
afterEach(() => folder.remove())

const captured = (input: Input, text = 'hush-hush', cwd = own): string => {
  const blocks = [
    { type: 'tool_call', id: 'c1', name: 'Bash', input },
    { type: 'tool_result', tool_call_id: 'c1', text, is_error: false },
  ]
  const session = {
    cwd: own,
    messages: [{ key: 'm', cwd, blocks }],
    edits: [],
  } as unknown as ReadSession
  const ignore = parseProjectIgnore('docs/private.md\ncustomers/\nbuild/\n*.crt\nsecret/**\n')
  const elsewhere = createKeptElsewhere([own, own])
  return JSON.stringify(leaveOut(session, { ignore, root: own, elsewhere }).session)
}

test.each([
  'cat ../two\\ words/notes.txt',
  'cd ../two\\ words && cat notes.txt',
  'cd "../two words" && cat notes.txt',
  'git -C "../two words" diff',
  'git -C ../two\\ words diff',
  "git -C '../two words' log -p",
  'cat ../secret"proj"/notes.txt',
  'timeout 5 cat ../secretproj/notes.txt',
  'nice -n 5 cat ../secretproj/notes.txt',
  'sudo -u ana cat ../secretproj/notes.txt',
  'echo ../secretproj/notes.txt | xargs cat',
  'if true; then cat ../secretproj/notes.txt; fi',
  'while read l; do echo $l; done < ../secretproj/notes.txt',
  'python3 x.py <../secretproj/notes.txt',
  'for f in ../secretproj/*; do cat "$f"; done',
  'find ../secretproj -type f -exec cat {} +',
  'P=../secretproj; cat $P/notes.txt',
  'P=..; Q=secretproj; cat "$P/$Q/notes.txt"',
  'cat $PWD/../secretproj/notes.txt',
  'cat $(pwd)/../secretproj/notes.txt',
  'cp ../secretproj/notes.txt t && cat t',
  'cat ../secret*/notes.txt',
  'cat ../*/notes.txt',
  'cat ../s[a-f]cretpro?/notes.txt',
  'head ../{secretproj,shop}/notes.txt',
  `python -c "print(open('../secretproj/notes.txt').read())"`,
  `python -c "print(open('../secretproj/notes.txt','r').read())"`,
  `node -e 'console.log(fs.readFileSync("../secretproj/notes.txt", "utf8"))'`,
  `python3 - <<'EOF'\nprint(open("../secretproj/notes.txt").read())\nEOF`,
  `bash -c "cd .. && bash -c 'cd secretproj && cat notes.txt'"`,
  `ssh box "cat '../two words/notes.txt'"`,
  'wc -l ../secretproj/notes.txt',
  'column -t ../secretproj/notes.txt',
  'sqlite3 ../secretproj/a.db .dump',
  'tool --file=../secretproj/notes.txt',
  'cc -I../secretproj -E x.c',
  'curl -d @../secretproj/notes.txt localhost',
  'docker run -v ../secretproj:/x box cat /x/notes.txt',
  'git --git-dir=../secretproj/.git log -p',
  'npm --prefix ../secretproj test',
  'ls ../secretproj',
  'tree -L 2 ../secretproj/',
  'cat \\\n  ../secretproj/notes.txt',
  "echo don't; tac ../secretproj/notes.txt; echo can't",
])('whatever names what another project keeps is left out: %s', (command) => {
  expect(captured({ command })).not.toContain('hush-hush')
  expect(captured({ command: ['bash', '-lc', command] })).not.toContain('hush-hush')
})

test.each([
  'git show HEAD:docs/private.md',
  'git diff -- docs/private.md',
  'git blame docs/private.md',
  'git log -p -- ./docs/private.md',
  'wc docs/*.md',
  'cd docs && timeout 5 cat private.md',
  'find customers -exec cat {} +',
  'cd ../shop && git show HEAD~2:src/private.md',
  'cd ../shop/src && git show main:src/private.md',
  'git -C ../shop blame src/private.md',
  'git show HEAD:secret/a.txt',
  'git show HEAD~3:./secret/deep/a.txt',
  'git show :/secret/a.txt',
  'git -C src show HEAD:secret/a.txt',
  'git cat-file -p HEAD:tls/server.crt',
  'git show stash@{1}:tls/server.crt',
  'git diff main... -- secret',
  'git diff HEAD~1 tls/server.crt',
  "git log -p -- '*.crt'",
  'git log -p -- secret/a.txt',
  'git log --follow -p secret',
  'git log -L1,5:tls/server.crt',
  'git stash show -p stash@{0} -- tls/server.crt',
  'git blame -L1,5 tls/server.crt',
  'git grep -n A -- secret',
  'git archive HEAD secret',
  'type secret\\a.txt',
  'Get-Content .\\secret\\a.txt',
  'cat "secret/a \\"b\\".txt"',
  "cat 'secret/a'\\''b.txt'",
  'ls build',
  'cat build',
  'rg foo build',
  'tree -L 2 build',
  'rg -C 3 foo build',
  'du -sh build',
  'for f in build; do cat $f/*; done',
  'cp -r build /tmp',
  'cp -r build t; cat t/a.txt',
  'tar cz build',
  'NAME=build tool',
  'npm test -- build',
  'make -C build all',
  'npm --prefix build run x',
  'docker run -v build:/x app ls',
  'find build -type f',
  'find . -name build -exec ls {} +',
  'git diff build',
  'git log -p build',
  'git checkout main -- build',
  'make run -- a build',
])('and so is what names a file that is kept by a pattern: %s', (command) => {
  expect(captured({ command })).not.toContain('hush-hush')
})

test.each([
  'timeout 5 cat ../open/notes.txt',
  'cat ../op*/notes.txt',
  'cat "../no words/notes.txt"',
  'P=../open; cat $P/notes.txt',
  `python -c "print(open('../open/notes.txt').read())"`,
  'git show HEAD:docs/public.md',
  'npm run secretproj -- two words',
  'git -C ../shop show HEAD:src/public.md',
  'npm run build',
  'npm run -s build 2>&1 | tail -3',
  'npm run build:prod',
  'pnpm build',
  'yarn run build',
  'bun run build',
  'npx vite build',
  'next build',
  'make -j4 clean build',
  'just build',
  'task build',
  './gradlew clean build',
  'cargo build --release',
  'go build ./src/...',
  'docker build -t app .',
  'docker compose build',
  'CI=1 timeout 60 npm run build',
  'cd src && npm run build',
  'git checkout build',
  'git checkout -b build',
  'git switch build',
  'git branch -D build',
  'git push origin build',
  'git commit -m build',
  'gh run list',
  'echo build',
  'NODE_ENV=build npm test',
  'grep -rn build src',
  'rg build src',
  'find . -name build',
  'mkdir -p build && rm -rf build',
  'cd src && cat build',
  "python -c 'print(build)'",
  'ls',
  'ls ..',
])('what names nothing that is kept stays: %s', (command) => {
  expect(captured({ command })).toContain('hush-hush')
})

const changed = (path: string): string =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n+hush-hush`

test('an output that shows changes of a file that is kept is left out', () => {
  expect(captured({ command: 'git diff' }, changed('docs/private.md'))).not.toContain('hush-hush')
  const second = `${changed('a.ts')}\n\u001b[1m${changed('customers/a b.csv')}`
  expect(captured({ command: 'git log -p' }, second)).not.toContain('hush-hush')
  expect(captured({ command: 'git diff' }, changed('.env'))).not.toContain('hush-hush')
  const shop = changed('src/private.md')
  expect(captured({ command: 'cd ../shop/src && git diff' }, shop)).not.toContain('hush-hush')
  expect(captured({ command: 'git diff' }, shop)).toContain('hush-hush')
  expect(captured({ command: 'git diff' }, changed('docs/public.md'))).toContain('hush-hush')
})

test('stars mean no hidden files, as to a shell', () => {
  writeFileSync(join(own, 'src/.env'), '')
  expect(captured({ command: 'cat src/*' })).toContain('hush-hush')
  expect(captured({ command: 'cat src/.e*' })).not.toContain('hush-hush')
})

test('a path of which only a name is bare counts where there is such a file', () => {
  writeFileSync(join(own, 'inner/.loreignore'), '')
  expect(captured({ command: 'tree inner' })).not.toContain('hush-hush')
})

test('a text of words without end is looked at to a bound, and keeps nothing by its length', () => {
  const command = Array.from({ length: 20_000 }, (_, i) => `no/where/${i}.ts`).join(' ')
  expect(captured({ command })).toContain('hush-hush')
  expect(
    captured({ command: `cat no/${'*'.repeat(900)}/a ${'{a,'.repeat(200)} "'"'"'` }),
  ).toContain('hush-hush')
})
