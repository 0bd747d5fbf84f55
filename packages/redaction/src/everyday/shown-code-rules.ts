import { isPlaceholder } from '../placeholders.ts'
import type { Rule } from '../redaction.types.ts'

/** No vowels and nothing that looks like a digit, as codes for people are made of. */
/** The example of the standard (RFC 8628). */
const EXAMPLE = 'WDJB-MJHT'
const HALF = '[BCDFGHJKLMNPQRSTVWXZ]{4}'
const WORDLESS = `(?<![\\w-]|%3)${HALF}-${HALF}(?![\\w-])`
const NEAR = new RegExp(`${HALF}-${HALF}`)

/** How far a word for it may stand from the code, in front of it or behind. */
const AROUND = 160
/** Abbreviations that have no vowels either. */
export const ABBREVIATION =
  /\b(?:HTTP|SMTP|HTML|XHTML|DHCP|LDPC|MQTT|XMPP|SFTP|SNMP|GDPR|HDMI|JPRS|PNPM|NTFS|BTRF|GHCR|KVMS|TCPD|WXYZ|BCDF|RSTV)\b/

/** Codes of GitHub have the digits of a hash: so much has to be said right in front of one. */
const SAID =
  '(?:c[oó]digo|codice|code|kode|kod|kód|код|コード|代码|验证码|코드)(?: [a-zà-ÿ]{1,12}){0,4}(?: ?[:：=]| is| es| è| est| ist| lautet| jest|は|是|为)? {0,3}["\'`*(]{0,2}'

/** Two signs alone would be looked for nearly everywhere. */
const spelledOut = (word: string): string[] => [...' :：是为は'].map((next) => word + next)

/** Codes that let a machine in, known by their shape, in whatever language somebody speaks of them. */
export const SHOWN_CODE_RULES: readonly Rule[] = [
  {
    name: 'device-code',
    anchors: [
      ...['code:', 'code ', 'enter ', '/device'],
      ...[
        'it shows ',
        'approve ',
        'code]',
        'code) ',
        '/activate',
        'digo ',
        'digo:',
        'codice ',
        'kod ',
      ],
      ...['kód ', 'код ', 'コード', 'kode ', 'kode:', 'confirm ', 'type in'],
      ...['koden ', 'koden:', 'kód:', 'koodi', 'code. ', 'nfirmed ', '验证码', '驗證碼'],
      ...['代码', '코드'].flatMap(spelledOut),
    ],
    ignoresCase: true,
    startOf: (text, at) => {
      const from = Math.max(0, at - AROUND)
      const found = NEAR.exec(text.slice(from, at + AROUND))
      return found === null ? -1 : from + found.index
    },
    pattern: new RegExp(WORDLESS, 'y'),
    accepts: (secret) =>
      secret !== EXAMPLE &&
      !isPlaceholder(secret) &&
      !ABBREVIATION.test(secret) &&
      !/(.)\1{3}/.test(secret),
  },
  {
    // `open https://github.com/login/device and enter X`
    name: 'device-code',
    anchors: ['/device'],
    pattern:
      /\/device[^\n\w][^\n]{0,60}? (?:enter|type|fill in)(?: in)?(?: the code)?:? ["'`]?(?<secret>[0-9A-F]{4}-[0-9A-F]{4})(?![\w-])/y,
  },
  {
    // As people type them.
    name: 'device-code',
    anchors: ['code is ', 'code: '],
    ignoresCase: true,
    pattern: new RegExp(
      `code(?: is|:) ["'\`]?(?<secret>${HALF.toLowerCase()}-${HALF.toLowerCase()})(?![\\w-])`,
      'y',
    ),
    accepts: (secret) => !/^(.)\1{3}/.test(secret) && !/html|http/.test(secret),
  },
  {
    name: 'device-code',
    anchors: [
      ...[
        'digo ',
        'digo:',
        'codice ',
        'kode ',
        'kode:',
        'kod ',
        'kód ',
        'код ',
        'コード',
        'code: ',
      ],
      ...['code lautet', 'code ist ', 'code est '],
      ...['代码', '코드'].flatMap(spelledOut),
    ],
    ignoresCase: true,
    startOf: (text, at) => (/^digo/i.test(text.slice(at, at + 4)) ? at - 2 : at),
    pattern: new RegExp(`${SAID}(?<secret>[0-9A-F]{4}-[0-9A-F]{4})(?![\\w-])`, 'iy'),
    accepts: (secret) => /\d/.test(secret) && /[A-F]/.test(secret),
  },
]
