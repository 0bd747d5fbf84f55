import { redactId } from '@teamlore/redaction'
import { expect, test } from 'vitest'
import { createOriginals } from './originals.ts'

const KEY = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`

test('a session that is called after a key is found under the name it was captured by', async () => {
  const findOriginal = createOriginals({
    store: { has: (tool, nativeId) => tool === 'pi' && nativeId === redactId(`run-${KEY}`) },
    surroundings: { home: '/nowhere', platform: 'linux', variables: {} },
  })
  const of = (nativeId: string) => ({
    original: { tools: ['opencode', 'pi'], nativeId, path: null },
  })
  expect(await findOriginal(of(`run-${KEY}`))).toMatchObject({ tool: 'pi' })
  expect(await findOriginal(of('another'))).toBeUndefined()
})
