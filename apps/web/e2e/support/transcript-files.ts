type SessionFile = { tool: string; name: string; text: string; word: string; secret: string }

const CWD = '/home/ana/harbour'
const at = (second: number): string => new Date(Date.UTC(2026, 4, 1, 9, 0, second)).toISOString()
const lines = (records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')

/** Session files as three tools write them; each has a word of its own, and a key that nobody may ever find. */
export const transcriptFiles = (run: string): SessionFile[] => {
  const secret = `AKIA${run
    .toUpperCase()
    .replace(/[^A-Z2-7]/g, 'Q')
    .padEnd(16, 'X')
    .slice(0, 16)}`
  const said = (word: string) => `Why does the ${word} wait for the tide? Its key is ${secret}.`
  const wordOf = (tool: string) => `sandpiper${tool}${run}`
  const id = (nth: number) =>
    `0${nth}${Date.now().toString(16).slice(-6)}-1111-4222-8333-${run
      .replace(/[^0-9a-f]/g, '0')
      .padEnd(12, '0')
      .slice(0, 12)}`
  return [
    {
      tool: 'Claude Code',
      name: `${id(1)}.jsonl`,
      word: wordOf('claude'),
      secret,
      text: lines([
        {
          type: 'user',
          uuid: id(7),
          parentUuid: null,
          sessionId: id(1),
          timestamp: at(1),
          cwd: CWD,
          gitBranch: 'main',
          version: '2.1.0',
          isSidechain: false,
          userType: 'external',
          message: { role: 'user', content: said(wordOf('claude')) },
        },
      ]),
    },
    {
      tool: 'Codex',
      name: `rollout-2026-05-01T09-00-00-${id(2)}.jsonl`,
      word: wordOf('codex'),
      secret,
      text: lines([
        {
          timestamp: at(0),
          type: 'session_meta',
          payload: { id: id(2), timestamp: at(0), cwd: CWD, originator: 'codex_cli_rs' },
        },
        {
          timestamp: at(1),
          type: 'response_item',
          payload: {
            type: 'message',
            role: 'user',
            content: [{ type: 'input_text', text: said(wordOf('codex')) }],
          },
        },
      ]),
    },
    {
      tool: 'Pi',
      name: `2026-05-01T09-00-00-000Z_${id(3)}.jsonl`,
      word: wordOf('pi'),
      secret,
      text: lines([
        { type: 'session', version: 3, id: id(3), timestamp: at(0), cwd: CWD },
        {
          type: 'message',
          id: 'aaaa1111',
          parentId: null,
          timestamp: at(1),
          message: { role: 'user', content: [{ type: 'text', text: said(wordOf('pi')) }] },
        },
      ]),
    },
  ]
}
