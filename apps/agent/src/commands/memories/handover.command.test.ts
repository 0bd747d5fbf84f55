import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
beforeAll(async () => {
  lore = await openLoggedInCli()
})
beforeEach(() => lore.reset())
afterAll(() => lore.close())

const QUOTE = 'the table must be locked while it is read'
const TITLE = 'The tide table is read under a lock.'
const finding = (title = TITLE) => ({ kind: 'gotcha', title, evidence: [{ quote: QUOTE }] })

describe('lore handover', () => {
  test('hands over a finding in words, and says whether it is borne out', async () => {
    const { code, stdout, stderr } = await lore.run([
      ...['handover', ...TITLE.split(' '), '--quote', QUOTE],
      ...['--kind', 'invariant', '--reason', 'Readers saw half.', '--session', '5f0c'],
    ])
    expect(code, stderr).toBe(0)
    expect(stdout).toBe(`borne out  ${TITLE}\n`)
    expect(lore.server.asked[0]).toMatchObject({
      method: 'POST',
      path: '/v1/handovers',
      body: {
        session: '5f0c',
        findings: [
          {
            kind: 'invariant',
            title: TITLE,
            reason: 'Readers saw half.',
            evidence: [{ quote: QUOTE }],
          },
        ],
      },
    })
  })

  test('reads findings from a pipe, as an object or a bare list', async () => {
    const other = finding('Berth 0 is a test berth.')
    const input = JSON.stringify({ session: '5f0c', findings: [finding(), other] })
    const { code, stdout, stderr } = await lore.run(['handover'], { input })
    expect(code, stderr).toBe(0)
    expect(stdout).toContain('waiting    Berth 0 is a test berth.')
    expect(stderr).toContain('as more of the session comes in')
    await lore.run(['handover', '--session', '77aa'], { input: JSON.stringify([finding()]) })
    expect(lore.server.asked.map(({ body }) => (body as { session?: string }).session)).toEqual([
      '5f0c',
      '77aa',
    ])
  })

  test('says why a finding is refused, and where the state of one that waits is read', async () => {
    const findings = [finding(), finding('Berth 0 is a test berth.'), finding('Berths are few.')]
    const { code, stdout, stderr } = await lore.run(['handover'], {
      input: JSON.stringify(findings),
    })
    expect(code, stderr).toBe(0)
    expect(stdout).toContain('refused    Berths are few.\n           What is quoted is a question')
    expect(stderr).toMatch(/lore handover --status evt_\w+/)
  })

  test('reads what became of a handover', async () => {
    const { code, stdout, stderr } = await lore.run([
      ...['handover', '--status', 'evt_01k9x8ty7fe4q8vvr0yhnb4v2c'],
    ])
    expect(code, stderr).toBe(0)
    expect(stdout).toBe(`waiting    ${TITLE}\n`)
  })

  test('says what would be handed over without sending it', async () => {
    const file = lore.cli.path('findings.json')
    await writeFile(file, JSON.stringify({ findings: [finding()] }))
    const { code, stdout, stderr } = await lore.run(['handover', '--from', file, '--dry-run'])
    expect(code, stderr).toBe(0)
    expect(stdout).toBe(`gotcha  ${TITLE}\n`)
    expect(stderr).toContain('Nothing was sent')
    expect(lore.server.asked).toEqual([])
  })

  test.each([
    ['nothing at all', [], '', /nothing to hand over.*pipe JSON in/s],
    ['no JSON', [], 'so be it', /no JSON.*"findings"/s],
    ['no object', [], '7', /no handover.*"findings"/s],
    ['no findings', [], '{"findings":[]}', /findings: .*"findings"/s],
    ['a short quote', [TITLE, '--quote', 'lock'], '', /findings\.0\.evidence\.0\.quote: .*12 to/s],
    ['words without a quote', [TITLE], '', /rests on words of its session.*--quote/s],
    ['a quote without words', ['--quote', QUOTE], '', /go with a finding in words/],
    ['words and a file', [TITLE, '--quote', QUOTE, '--from', 'x'], '', /not both/],
    ['a file that is not there', ['--from', '/nowhere.json'], '', /cannot be read.*Name a file/s],
  ])('refuses %s with a word on what to do', async (_what, words, input, says) => {
    const { code, stderr } = await lore.run(['handover', ...words], { input })
    expect(code).toBe(2)
    expect(stderr).toMatch(says)
    expect(lore.server.asked).toEqual([])
  })
})
