import type { Rule } from './redaction.types.ts'
import { acceptsNamed } from './secret-names.ts'
import { inFront, SLASHES } from './surroundings.ts'

const Q = `${SLASHES}["'\`]`
const VALUE = `${Q}(?<secret>[^"'\`\\n\\\\{}<>]{4,100})(?=${Q})`
const FIELD = /passw(?:or)?d|passphrase|passwort|kennwort|pwd|mot.de.passe|contrase/i
/** What a program types instead: keys of the keyboard, and what it looks for. */
const isTyped = (secret: string): boolean =>
  acceptsNamed('password', secret) && !/\s|^[#.[(/@]/.test(secret)

/** Passwords that a test or a script types into a page. */
export const FORM_RULES: readonly Rule[] = [
  {
    // `fill('#password', 'X')`, `type(screen.getByLabelText(/password/i), 'X')`
    name: 'typed',
    anchors: ['.fill(', '.type(', '.typeText('],
    pattern: new RegExp(
      `\\.(?:fill|type|typeText)\\((?<field>[^\\n;]{4,160}?),\\s{0,2}${VALUE}`,
      'y',
    ),
    accepts: (secret, { groups }) => FIELD.test(groups?.['field'] ?? '') && isTyped(secret),
  },
  {
    // `getByLabel('Password').fill('X')`, `find_element(By.ID, "password").send_keys("X")`
    name: 'typed',
    anchors: [
      '.fill(',
      '.type(',
      'send_keys(',
      'sendKeys(',
      '.setValue(',
      '.addValue(',
      '.typeText(',
    ],
    pattern: new RegExp(
      `(?:\\.(?:fill|type|setValue|addValue|typeText)|send_?[kK]eys)\\(\\s{0,2}${VALUE}`,
      'y',
    ),
    accepts: (secret, match) =>
      FIELD.test(/[^\n;]*$/.exec(inFront(match, 160))?.[0] ?? '') && isTyped(secret),
  },
  {
    // `fill_in 'Password', with: 'X'` of Capybara
    name: 'typed',
    anchors: ['ll_in ', 'll_in('],
    pattern: new RegExp(
      `(?<=fi)ll_in[ (](?<field>[^\\n;,]{2,80}),\\s{0,2}with:\\s{0,2}${VALUE}`,
      'y',
    ),
    accepts: (secret, { groups }) => FIELD.test(groups?.['field'] ?? '') && isTyped(secret),
  },
]
