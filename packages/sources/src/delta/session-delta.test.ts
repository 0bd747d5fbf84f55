import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { typed } from '../claude-code/testing/records.ts'
import { ID, sessionFolder } from '../claude-code/testing/session-folder.ts'
import { makeDelta } from './session-delta.ts'
import { emptyState } from './session-state.ts'

const KEY = ['ghp', 'aB3dE5gH7jK9mN1pQ4sT6vX8zC0fL2rWaB3d'].join('_')
const PEM_LINE = 'aB3dE5gH7jK9mN1pQ4sT6vX8zC0fL2rWaB3dE5gH7jK9mN1pQ4sT6vX8zC0fL2rW'
const dashes = '-'.repeat(5)

let folder: ReturnType<typeof sessionFolder>
beforeEach(() => {
  folder = sessionFolder()
})
afterEach(() => folder.remove())

const titleOf = async (prompt: string): Promise<string> => {
  const session = await folder.read([typed('u1', null, prompt)])
  const { header } = makeDelta({
    session,
    project: null,
    dropped: new Map(),
    sourcePath: '',
    state: emptyState('claude-code', ID),
  })
  return header.title ?? ''
}

describe('the title of a session', () => {
  test('is one short line', async () => {
    expect(await titleOf('Mend\n\n the tide table')).toBe('Mend the tide table')
    expect([...(await titleOf('🚀'.repeat(300)))]).toHaveLength(200)
  })

  test('holds no half of a key that stands where it is cut', async () => {
    for (const before of [150, 170, 185, 195]) {
      const title = await titleOf(`${'x'.repeat(before - 5)} Use ${KEY} for now`)
      expect(title).not.toContain(KEY.slice(0, 12))
    }
  })

  test('holds no line of a private key, whose lines it joins', async () => {
    const key = [
      `${dashes}BEGIN RSA PRIVATE KEY${dashes}`,
      ...Array.from({ length: 12 }, () => PEM_LINE),
      `${dashes}END RSA PRIVATE KEY${dashes}`,
    ].join('\n')
    expect(await titleOf(`Sign with this:\n${key}`)).not.toContain(PEM_LINE.slice(0, 20))
  })
})
