import { describe, expect, test } from 'vitest'
import { parseEnv } from './env.ts'

describe('the settings of the web service', () => {
  test('needs none', () => {
    expect(parseEnv({})).toEqual({
      port: 4000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:4000',
      ownHosts: [],
      apiUrl: 'http://127.0.0.1:4001',
      trustProxy: false,
    })
  })

  test('takes an empty variable for an unset one and drops the slash of the address', () => {
    const config = parseEnv({
      PORT: '',
      API_URL: 'http://api:4000/',
      TRUST_PROXY: '10.0.0.0/8, ::1',
    })
    expect(config).toMatchObject({
      port: 4000,
      apiUrl: 'http://api:4000',
      trustProxy: ['10.0.0.0/8', '::1'],
    })
  })

  test.each([{ PORT: 'many' }, { API_URL: 'api:4000' }, { TRUST_PROXY: 'sometimes' }])(
    'names the variable that is off: %o',
    (source) => {
      expect(() => parseEnv(source)).toThrow(Object.keys(source)[0])
    },
  )
})
