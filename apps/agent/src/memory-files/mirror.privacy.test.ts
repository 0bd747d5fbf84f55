import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type MirrorBench, mirrorBench } from './testing/mirror-bench.ts'

let bench: MirrorBench
beforeEach(async () => {
  bench = await mirrorBench()
})
afterEach(() => bench.close())

const paths = () => bench.said()?.files.map(({ path }) => path)
const textOf = (path: string) => bench.said()?.files.find((file) => file.path === path)?.text
const look = async (...args: Parameters<MirrorBench['open']>) => (await bench.open(...args)).look()

describe('what stays on the machine', () => {
  test('secrets and private blocks of what is sent', async () => {
    const secret = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6'}`
    bench.write('CLAUDE.md', `Token ${secret}, and <private>Ana is ill</private>.`)
    await look()
    expect(textOf('CLAUDE.md')).toBe('Token [REDACTED:github], and [REDACTED:private].')
    expect(readFileSync(join(bench.state.path, 'memory-files.json'), 'utf8')).not.toContain(secret)
  })

  test('everything of a project that keeps to itself, also from the moment it does', async () => {
    bench.write('CLAUDE.md', 'One.')
    const { look } = await bench.open()
    await look()
    bench.write('.loreignore', '*\n')
    await look()
    expect(bench.said()?.files).toEqual([])
  })

  test('files that .loreignore names, and files of secrets by their nature', async () => {
    bench.write('.loreignore', 'CLAUDE.md\n.cursor/\n')
    bench.write('CLAUDE.md', 'One.')
    bench.write('.cursor/rules/a.mdc', 'Two.')
    bench.write('AGENTS.md', 'Three.')
    bench.write('.env', 'HARBOUR=1')
    symlinkSync('.env', join(bench.root, 'GEMINI.md'))
    await look()
    expect(paths()).toEqual(['AGENTS.md'])
    expect(await bench.figures()).toMatchObject({ files: 1, left_out: 3 })
  })

  test('what links out of the project, or in circles; a link within it is the file it leads to', async () => {
    bench.home.write('secret/notes.md', 'Not for the team.')
    symlinkSync('../../secret/notes.md', join(bench.root, 'CLAUDE.md'))
    symlinkSync('../../secret', join(bench.root, '.clinerules'))
    symlinkSync('GEMINI.md', join(bench.root, 'GEMINI.md'))
    bench.write('AGENTS.md', 'Three. @../../secret/notes.md')
    symlinkSync('AGENTS.md', join(bench.root, 'QWEN.md'))
    await look()
    expect(paths()).toEqual(['AGENTS.md'])
    expect(JSON.stringify(bench.server.memoryFiles)).not.toContain('Not for the team')
  })

  test('what is no text', async () => {
    bench.write('CLAUDE.md', Buffer.from([0x50, 0x4b, 0, 0, 1]))
    bench.write('AGENTS.md', Buffer.from([0x61, 0xff, 0x62]))
    bench.write('GEMINI.md', Buffer.from('\ufeffhé', 'utf16le'))
    bench.write('QWEN.md', '')
    await look()
    expect(bench.said()?.files.map(({ path, text }) => [path, text])).toEqual([
      ['AGENTS.md', 'a\ufffdb'],
      ['GEMINI.md', 'hé'],
      ['QWEN.md', ''],
    ])
    expect(await bench.figures()).toMatchObject({ files: 3, left_out: 1 })
  })

  test('the end of what is very long, and a private block that does not end before', async () => {
    const line = 'Quay walls are inspected twice a year.\n'
    bench.write('CLAUDE.md', line.repeat(10_000))
    bench.write('AGENTS.md', `Open.\n<private>\n${line.repeat(80_000)}</private>\n`)
    await look()
    const [agents, claude] = bench.said()?.files ?? []
    expect(claude).toMatchObject({ is_cut: true })
    expect(claude?.text).toHaveLength(200_000)
    expect(agents).toMatchObject({ is_cut: true, text: 'Open.\n' })
  })
})

describe('what is personal', () => {
  beforeEach(() => {
    bench.write('CLAUDE.md', 'For all.')
    bench.write('CLAUDE.local.md', 'For me.')
    const notes = bench.root.replace(/[^A-Za-z0-9]/g, '-')
    bench.home.write(`.claude/projects/${notes}/memory/MEMORY.md`, 'Noted.')
    bench.home.write('.claude/CLAUDE.md', 'Everywhere.')
    bench.home.write('.codex/memories/summary.md', 'Remembered.')
  })
  const personal = (of: 'project' | 'person') =>
    bench.said(of)?.files.flatMap(({ path, is_personal }) => (is_personal ? [path] : []))

  test('is marked as such: local files, notes of Claude Code, and what holds for all projects', async () => {
    await look()
    expect(personal('project')).toEqual([
      'CLAUDE.local.md',
      '~/.claude/projects/*/memory/MEMORY.md',
    ])
    expect(personal('person')).toEqual(['~/.claude/CLAUDE.md', '~/.codex/memories/summary.md'])
    expect(bench.said('person')?.project).toBe(null)
  })

  test('stays on the machine on demand, and everything else as well', async () => {
    await look('none')
    expect(bench.server.memoryFiles).toEqual([])
    await look()
    await look('project')
    expect(paths()).toEqual(['CLAUDE.md'])
    expect(bench.said('person')?.files).toEqual([])
  })

  test('is everything in the home folder itself', async () => {
    bench.home.write('AGENTS.md', 'At home.')
    await (await bench.open()).look(bench.home.path)
    expect(bench.said()?.files.map(({ path, is_personal }) => [path, is_personal])).toEqual([
      ['AGENTS.md', true],
    ])
  })
})
