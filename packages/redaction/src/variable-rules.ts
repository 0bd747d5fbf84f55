import { VALUE } from './assignment-rules.ts'
import type { Rule } from './redaction.types.ts'
import { acceptsNamed, isNameOfKey, isRandomEnough, isSecretName } from './secret-names.ts'
import { BEGINS_HERE, inFront, SLASHES } from './surroundings.ts'

const BLANKS = '[ \\t]{1,16}'
const QUOTE = `${SLASHES}["']?`
const NAME = `${QUOTE}(?<name>[A-Za-z][A-Za-z0-9_]{1,60})${QUOTE}`

const SETTERS = [
  'setx(?:[ \\t]{1,4}/[a-z](?:[ \\t]{1,4}[^\\s/]{1,60})?){0,4}',
  ...['setenv', 'fastcgi_param'],
  'set(?: -{1,2}[a-z]{1,9}){1,3}',
]
const ITEM = `(?<=(?:set|new)-(?:item|content)(?: -(?:literal)?path)?[ \\t]{1,4}${QUOTE})env:[\\\\/]{0,8}`

/** Variables that are given a secret where no sign parts the two. */
export const VARIABLE_RULES: readonly Rule[] = [
  {
    // setx NAME X, set -gx NAME X
    name: 'assignment',
    anchors: ['setx', 'setenv', 'fastcgi_param', 'set -'],
    ignoresCase: true,
    pattern: new RegExp(
      `${BEGINS_HERE}(?:${SETTERS.join('|')})${BLANKS}${NAME}${BLANKS}${VALUE}`,
      'iy',
    ),
    accepts: acceptsVariable,
  },
  {
    // Set-Item Env:NAME X and ${env:NAME} = X of PowerShell
    name: 'assignment',
    anchors: ['env:'],
    ignoresCase: true,
    pattern: new RegExp(
      `(?:${ITEM}${NAME}${BLANKS}(?:-value${BLANKS})?|(?<=\\$\\{)env:(?<braced>[a-z][a-z0-9_]{1,60})\\}\\s{0,4}=\\s{0,4})${VALUE}`,
      'iy',
    ),
    accepts: acceptsVariable,
  },
  {
    // ENV NAME X of a Dockerfile
    name: 'assignment',
    anchors: ['ENV ', 'ENV\t'],
    pattern: new RegExp(`${BEGINS_HERE}ENV${BLANKS}${NAME}${BLANKS}${VALUE}`, 'y'),
    accepts: (secret, match) =>
      acceptsVariable(secret, match) &&
      (isDirective(match) || (secret.length >= 16 && isRandomEnough(secret))),
  },
]

function acceptsVariable(secret: string, { groups }: RegExpExecArray): boolean {
  const name = groups?.['name'] ?? groups?.['braced'] ?? ''
  if (isSecretName(name)) return acceptsNamed(name, secret)
  return isNameOfKey(name) && secret.length >= 20 && isRandomEnough(secret)
}

const INSTRUCTION = '(?:FROM|RUN|ENV|ARG|COPY|ADD|CMD|ENTRYPOINT|EXPOSE|LABEL|USER|VOLUME|WORKDIR)'
/** How a line of a Dockerfile begins: also a numbered one, or one within JSON. */
const LINE =
  '(?:^|[\\r\\n"\'`]|\\\\[nrt]|: )(?:[\\w./-]{1,120}[:-]\\d{1,6}[:-])?[\\s+>→\\d:|-]{0,16}'
const BEGINNING = new RegExp(`(?:${LINE}|Step \\d{1,3}/\\d{1,3} : |ONBUILD )$`)
/** In a title, lines stand behind each other. */
const BEHIND_ANOTHER = new RegExp(`${INSTRUCTION} [^\\n]{0,160} $`)
const END = new RegExp(
  `^\\\\{0,7}["'\`]?[ \\t]{0,8}(?:$|[\\r\\n"'\`\\\\]|(?<=[ \\t])(?:${INSTRUCTION} |--->))`,
)

/** `ENV NAME X` is a line of its own; in a sentence the same words set nothing. */
function isDirective(match: RegExpExecArray): boolean {
  const end = match.index + match[0].length
  if (!END.test(match.input.slice(end, end + 32))) return false
  return BEGINNING.test(inFront(match, 200)) || BEHIND_ANOTHER.test(inFront(match, 160))
}
