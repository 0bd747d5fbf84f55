import type { LookupAddress } from 'node:dns'
import { createServer, get, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isPrivateByName, isPublicAddress, parseAllowedHosts } from './allowed-hosts.ts'
import { ADDRESS_REFUSED, createOutboundFetch, type Resolve } from './outbound-fetch.ts'
import { createOutboundLookup } from './outbound-lookup.ts'

const allowing = (list: string) => {
  const allowed = parseAllowedHosts(list)
  if (allowed === undefined) throw new Error(`${list} cannot be read.`)
  return allowed
}

/** A name service that gives the next of these answers at each question. */
const answering = (...answers: string[][]): Resolve & { asked: () => number } => {
  let asked = 0
  const resolve: Resolve = (_host, answer) => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? []
    answer(
      null,
      addresses.map(
        (address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }),
      ),
    )
  }
  return Object.assign(resolve, { asked: () => asked })
}

const listen = async (host: string, port: number, answer: RequestListener) => {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

let reached: string[] = []
let inside: Awaited<ReturnType<typeof listen>>
let outside: Awaited<ReturnType<typeof listen>>

beforeAll(async () => {
  inside = await listen('127.0.0.1', 0, (request, response) => {
    reached.push(`inside ${request.url}`)
    response.end('of the network within')
  })
  // The same port at another address of this machine is what the internet is in these tests.
  outside = await listen('127.0.0.2', inside.port, (request, response) => {
    reached.push(`outside ${request.url}`)
    response.setHeader('connection', 'close')
    if (request.url === '/away')
      response.writeHead(302, { location: `http://127.0.0.1:${inside.port}/secret` }).end()
    else if (request.url === '/endless') response.end('x'.repeat(3 * 1024 * 1024))
    else response.end('public')
  })
})
afterAll(async () => {
  await inside.close()
  await outside.close()
})
beforeEach(() => {
  reached = []
})

const codeOf = async (asked: Promise<unknown>): Promise<string> => {
  const error = await asked.then(
    () => undefined,
    (reason: Error) => reason,
  )
  return String((error?.cause as { code?: string } | undefined)?.code ?? error?.message)
}

const OUTSIDE = '127.0.0.2/32'

describe('a connection to an address that somebody entered', () => {
  test.each([
    '127.0.0.1',
    'localhost',
    'LOCALHOST',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '①②⑦.⓪.⓪.①',
  ])('reaches nothing at %s', async (host) => {
    const fetch = createOutboundFetch(allowing(''))
    expect(await codeOf(fetch(`http://${host}:${inside.port}/`))).toBe(ADDRESS_REFUSED)
    expect(reached).toEqual([])
  })

  test('reaches what is allowed by its name, its address or its range', async () => {
    for (const list of ['localhost', '127.0.0.1', '10.0.0.0/8, 127.0.0.0/8']) {
      const resolve = answering(['127.0.0.1'])
      const fetch = createOutboundFetch(allowing(list), { resolve })
      const answer = await fetch(`http://localhost:${inside.port}/${encodeURIComponent(list)}`)
      expect(await answer.text()).toBe('of the network within')
    }
    expect(reached).toHaveLength(3)
  })

  test('goes to the address that was checked, and is checked again when a name leads elsewhere', async () => {
    const resolve = answering(['127.0.0.2'], ['127.0.0.1'])
    const fetch = createOutboundFetch(allowing(OUTSIDE), { resolve })
    const url = `http://rebinding.test:${inside.port}/`
    expect(await (await fetch(url)).text()).toBe('public')
    expect(resolve.asked()).toBe(1)
    expect(await codeOf(fetch(url))).toBe(ADDRESS_REFUSED)
    expect(reached).toEqual(['outside /'])
  })

  test('is refused where one of several addresses is private', async () => {
    for (const addresses of [
      ['127.0.0.2', '127.0.0.1'],
      ['127.0.0.1', '127.0.0.2'],
      ['127.0.0.2', '::ffff:10.0.0.1'],
    ]) {
      const fetch = createOutboundFetch(allowing(OUTSIDE), { resolve: answering(addresses) })
      expect(await codeOf(fetch(`http://mixed.test:${inside.port}/`))).toBe(ADDRESS_REFUSED)
    }
    expect(reached).toEqual([])
  })

  test('gives a redirect as it is, whatever the caller asks for', async () => {
    const fetch = createOutboundFetch(allowing(OUTSIDE))
    const url = `http://127.0.0.2:${inside.port}/away`
    const answer = await fetch(url, { redirect: 'follow' })
    expect(answer.status).toBe(302)
    await answer.body?.cancel()
    const next = answer.headers.get('location') ?? ''
    expect(await codeOf(fetch(next))).toBe(ADDRESS_REFUSED)
    expect(reached).toEqual(['outside /away'])
  })

  test('does not read an answer without end', async () => {
    const fetch = createOutboundFetch(allowing(OUTSIDE))
    const answer = await fetch(`http://127.0.0.2:${inside.port}/endless`)
    await expect(answer.text()).rejects.toThrow()
  })
})

describe('a look-up for a library that connects by itself', () => {
  const ask = (allow: string, host: string, asked: string, resolve = answering(['127.0.0.1'])) =>
    new Promise<string>((done) => {
      const lookup = createOutboundLookup(allowing(allow), host, { resolve })
      const request = get(
        `http://${asked}:${inside.port}/`,
        { lookup, agent: false },
        (response) => {
          response.resume()
          done(String(response.statusCode))
        },
      )
      request.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
    })

  test('leads where the guard would, to that host alone', async () => {
    expect(await ask('a.test', 'a.test', 'a.test')).toBe('200')
    expect(await ask('', 'a.test', 'a.test')).toBe(ADDRESS_REFUSED)
    expect(await ask('a.test, b.test', 'a.test', 'b.test')).toBe(ADDRESS_REFUSED)
    const mixed = answering(['127.0.0.2', '127.0.0.1'])
    expect(await ask(OUTSIDE, 'a.test', 'a.test', mixed)).toBe(ADDRESS_REFUSED)
    expect(reached).toEqual(['inside /'])
  })

  test('is not made for an address that nobody may reach, since none is ever looked up', () => {
    for (const host of ['127.0.0.1', '[::1]', '[::ffff:7f00:1]', '10.0.0.5'])
      expect(() => createOutboundLookup(allowing(''), host), host).toThrow(/private network/)
    expect(createOutboundLookup(allowing('127.0.0.0/8'), '127.0.0.1')).toBeTypeOf('function')
    expect(createOutboundLookup(allowing(''), '8.8.8.8')).toBeTypeOf('function')
  })
})

describe('an address', () => {
  test.each([
    ...['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '0.0.0.0'],
    ...['100.64.0.1', '127.9.9.9', '224.0.0.1', '255.255.255.255', '240.0.0.1', '198.18.0.1'],
    ...['192.0.0.8', '203.0.113.1', '::', '::1', 'fe80::1', 'fe80::1%eth0', 'fd00::1', 'fec0::1'],
    ...['ff02::1', '::ffff:192.168.0.1', '::192.168.0.1', '64:ff9b::10.0.0.1', '2002:a00:1::'],
    ...['2001:db8::1', 'fd00:ec2::254', 'nonsense', ''],
  ])('of a private or reserved kind is not public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(['8.8.8.8', '172.32.0.1', '::ffff:8.8.8.8', '2606:4700:4700::1111'])(
    'of the internet is public: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  test('that is private is known without a name service', () => {
    const none = allowing('')
    for (const host of ['127.0.0.1', '[::1]', 'localhost', 'a.localhost', 'localhost.'])
      expect(isPrivateByName(none, host), host).toBe(true)
    for (const host of ['8.8.8.8', 'id.example.com', 'localhost.example.com'])
      expect(isPrivateByName(none, host), host).toBe(false)
    expect(isPrivateByName(allowing('localhost'), 'localhost')).toBe(false)
    expect(isPrivateByName(allowing('127.0.0.0/8'), 'localhost')).toBe(false)
  })
})

describe('the list of allowed hosts', () => {
  test.each(['', ' ', 'keycloak.internal', '10.0.0.0/8, fd00::/8', 'my_host', '[::1]', '10.0.0.7'])(
    'takes "%s"',
    (list) => {
      expect(parseAllowedHosts(list)).toBeDefined()
    },
  )

  test.each([
    'https://a.test',
    'a.test:443',
    '10.0.0.0/33',
    '10.0.0',
    '0x7f.1',
    '*.a.test',
    'a b',
    '*',
  ])('refuses "%s"', (list) => {
    expect(parseAllowedHosts(list)).toBeUndefined()
  })

  test('allows a name and no other that ends or begins with it', () => {
    const allowed = allowing('keycloak.internal')
    const fetchOf = (host: string) =>
      codeOf(
        createOutboundFetch(allowed, { resolve: answering(['127.0.0.1']) })(
          `http://${host}:${inside.port}/`,
        ),
      )
    return Promise.all(
      ['evil-keycloak.internal', 'keycloak.internal.evil.test', 'a.keycloak.internal'].map(
        async (host) => expect(await fetchOf(host), host).toBe(ADDRESS_REFUSED),
      ),
    )
  })
})
