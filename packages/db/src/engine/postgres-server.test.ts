import { describe, expect, test } from 'vitest'
import { openEngine } from './open-engine.ts'
import { describeServer, findServerProblem } from './postgres-server.ts'

const good = {
  serverVersion: '17.11',
  serverMajor: 17,
  vectorAvailable: '0.8.0',
  vectorInstalled: null,
}

describe('a PostgreSQL server', () => {
  test('will do with PostgreSQL 15 and pgvector 0.7 or newer', () => {
    expect(findServerProblem(good)).toBeUndefined()
    expect(
      findServerProblem({ ...good, serverMajor: 15, vectorAvailable: '0.7.0' }),
    ).toBeUndefined()
    expect(findServerProblem({ ...good, vectorAvailable: null, vectorInstalled: '0.10.1' })).toBe(
      undefined,
    )
  })

  test('is refused with what to do when it is too old or has no pgvector', () => {
    expect(findServerProblem({ ...good, serverVersion: '14.2', serverMajor: 14 })).toContain(
      'runs PostgreSQL 14.2, but Teamlore needs 15 or newer',
    )
    expect(findServerProblem({ ...good, vectorAvailable: null })).toContain('has no pgvector')
    expect(findServerProblem({ ...good, vectorAvailable: '0.6.2' })).toContain(
      'offers pgvector 0.6.2',
    )
    expect(findServerProblem({ ...good, vectorInstalled: '0.5.1' })).toContain(
      'ALTER EXTENSION vector UPDATE',
    )
  })

  test('is named without its password, also when it cannot be reached', async () => {
    const url = 'postgres://me:geheim@127.0.0.1:1/lore'
    expect(describeServer(url)).toBe('127.0.0.1:1/lore')
    const opening = openEngine({ kind: 'postgres', url })
    await expect(opening).rejects.toThrow(
      /Cannot use the database 127.0.0.1:1\/lore: .+ Check DATABASE_URL/,
    )
    await opening.catch((error: unknown) => expect(String(error)).not.toContain('geheim'))
  })
})
