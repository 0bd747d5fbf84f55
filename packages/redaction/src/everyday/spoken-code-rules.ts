import type { Rule } from '../redaction.types.ts'
import { SENTENCE_RULE_NAME } from '../sentence-rules.ts'

/** As messages and apps show them, in groups or in one. Years, versions and longer numbers are none. */
const DIGITS =
  '["\'`*]{0,2}(?<secret>\\d{3}[ -]\\d{3}|\\d{4}[ -]\\d{4}|\\d{6}(?:\\d\\d)?)(?![\\w.:-]?\\d|\\w| \\d)'
const SAYS = '(?: is| was| ist| war| lautet)?:? {1,3}'
const FOR =
  '(?:one[- ]?time|verification|security|log[- ]?in|sign[- ]?in|confirmation|authentication|two[- ]factor|2fa|mfa|otp|access|sms)'

/** Codes that let somebody in once, where a sentence names what they are. */
export const SPOKEN_CODE_RULES: readonly Rule[] = [
  {
    // `one-time code 493 817`
    name: SENTENCE_RULE_NAME,
    anchors: ['code ', 'code: '],
    ignoresCase: true,
    pattern: new RegExp(`(?<=\\b${FOR}[- ](?:pass)?)code${SAYS}${DIGITS}`, 'iy'),
    accepts: isNoExample,
  },
  {
    // `OTP 493817`, `Einmalcode: 493 817`
    name: SENTENCE_RULE_NAME,
    anchors: ['otp ', 'otp: ', 'einmalcode', 'sicherheitscode', 'bestätigungscode'],
    ignoresCase: true,
    pattern: new RegExp(
      `(?<![a-z])(?:t?otp|einmalcode|sicherheitscode|bestätigungscode)${SAYS}${DIGITS}`,
      'iy',
    ),
    accepts: isNoExample,
  },
  {
    // `the code from the authenticator is 493 817`
    name: SENTENCE_RULE_NAME,
    anchors: ['authenticator'],
    ignoresCase: true,
    pattern: new RegExp(
      `authenticator(?: app)?(?: is| says| shows| gave me|:):? {1,3}${DIGITS}`,
      'iy',
    ),
    accepts: isNoExample,
  },
]

function isNoExample(secret: string): boolean {
  return !/^(?:(\d)\1+|0?12345\d*|987654\d*)$/.test(secret.replace(/[ -]/g, ''))
}
