import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFakeImporter } from './testing/fake-importer.ts'
import { type CLAUDE_MEM_ROWS, claudeMemDatabase, loreDatabase } from './testing/peer-databases.ts'
import { runImportPeer } from './testing/run-import-peer.ts'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lore-kept-back-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const AT = '2025-03-04T05:06:07.000Z'
const database = (): string => join(home, '.claude-mem', 'claude-mem.db')

const projectAt = (folder: string, ignore?: string): string => {
  mkdirSync(folder, { recursive: true })
  if (ignore !== undefined) writeFileSync(join(folder, '.loreignore'), ignore)
  return folder
}

/** A session with one observation, of a project without a name by default. */
const finding = (id: string, columns: Record<string, unknown>) =>
  [
    [
      'observations',
      {
        session_id: id,
        sdk_session_id: id,
        project: '',
        tool_name: 'Read',
        title: id,
        created_at: '',
        created_at_epoch: 1_741_064_767_000,
        ...columns,
      },
    ],
  ] as NonNullable<typeof CLAUDE_MEM_ROWS>

describe('a session without a folder of its own', () => {
  test('asks the folders of its paths about a session that names none', async () => {
    const kept = projectAt(join(home, 'work', 'kept'), '*')
    const open = projectAt(join(home, 'work', 'open'))
    const file = (folder: string) => join(folder, 'src', 'tide.ts')
    claudeMemDatabase(database(), [
      ...finding('all-kept', { files_read: [file(kept)], files_modified: [join(kept, 'b.ts')] }),
      ...finding('some-kept', { files_read: [file(kept)], files_modified: [file(open)] }),
      ...finding('relative', { files_read: ['src/tide.ts'] }),
    ])
    const importer = createFakeImporter()
    const report = await runImportPeer('claude-mem', { home, importer })
    expect(importer.sessions().map(({ session }) => session.native_id)).toEqual([
      'some-kept',
      'relative',
    ])
    expect(report).toMatchObject({ sessions: 2, leftOut: 1, withoutFolder: 1 })
  })

  test('brings nothing of a project that is called as one that keeps to itself', async () => {
    projectAt(join(home, 'work', 'kept'), '')
    projectAt(join(home, 'own'), '*')
    const open = projectAt(join(home, 'work', 'open'))
    claudeMemDatabase(database(), [
      ...finding('placed', { project: open }),
      ...finding('beside-it', { project: 'kept' }),
      ...finding('at-home', { project: 'own' }),
      ...finding('free', { project: 'open' }),
      ...finding('nowhere', { project: 'harbour' }),
      ...finding('odd', { project: '..' }),
    ])
    const importer = createFakeImporter()
    const report = await runImportPeer('claude-mem', { home, importer })
    expect(importer.sessions().map(({ session }) => session.native_id)).toEqual([
      'placed',
      'free',
      'nowhere',
      'odd',
    ])
    expect(report).toMatchObject({ sessions: 4, leftOut: 2, withoutFolder: 2 })
  })

  test('is judged by what its calls name, and loses what they hold of files of secrets', async () => {
    const kept = projectAt(join(home, 'work', 'kept'), '*')
    const reading = (id: string, file: string) => calling(id, 'Read', { file_path: file })
    const running = (id: string, command: string) => calling(id, 'Bash', { command })
    const calling = (id: string, name: string, input: object) => {
      const row = { session_id: id, timestamp: AT }
      const call = { type: 'tool_use', id: `call-${id}`, name, input }
      const answer = { type: 'tool_result', tool_use_id: `call-${id}`, content: 'A=very quiet' }
      return [
        ['sessions', { id, tool: 'aider', started_at: AT, working_directory: '' }],
        ['messages', { ...row, id: `${id}-1`, idx: 0, role: 'assistant', content: [call] }],
        ['messages', { ...row, id: `${id}-2`, idx: 1, role: 'user', content: [answer] }],
      ] as NonNullable<typeof CLAUDE_MEM_ROWS>
    }
    const open = join(home, 'work', 'open', '.env')
    writeFileSync(join(kept, 'tide.ts'), '')
    loreDatabase(join(home, 'lore.db'), [
      ...reading('kept', join(kept, 'tide.ts')),
      ...running('printed', `timeout 5 /bin/cat ${join(kept, 'tide.ts')} > /dev/null`),
      ...reading('open', open),
    ])
    const importer = createFakeImporter()
    const report = await runImportPeer('lore', { home, importer, options: { path: home } })
    expect(report).toMatchObject({ sessions: 1, leftOut: 2, withoutFolder: 0 })
    expect(JSON.stringify(importer.sessions())).toContain(open)
    expect(JSON.stringify(importer.sessions())).not.toContain('very quiet')
  })
})
