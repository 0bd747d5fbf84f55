import type { GuideStep, Home, HomeMemory } from '@teamlore/shared/home'
import { ownTitle } from '@teamlore/shared/own-title'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { count, plural } from '../../output/format.ts'
import { bold, dim, green, type Line, red, yellow } from '../../output/line.ts'
import { wrapLine } from '../../output/wrap.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'

export type HomeOptions = { items?: number | undefined; peek?: boolean | undefined }

const STEPS: Record<GuideStep, string> = {
  machine: 'Connect a machine: lore login, or the line of an invitation',
  import: 'Import your sessions: lore import',
  distil: 'Distil them with your own coding agent: lore distil',
  agents: 'Connect your agents: lore hooks install',
  invite: 'Invite a colleague: lore team invite',
}

/** `lore home`: what is new since you were here, and what waits for you. */
export const runHome = async (
  context: CommandContext,
  { items, peek = false }: HomeOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  const { client } = await openConnection(context)
  const home = await client.home.get(items === undefined ? {} : { items })
  if (!peek) await client.home.visit()
  if (isJson) output.json(home)
  else output.print(...linesOf(home, output.readingWidth))
  return EXIT.ok
}

const linesOf = (home: Home, width: number | undefined): Line[] => [
  ...guideLines(home),
  ...newsLines(home, width),
  ...reviewLines(home, width),
  ...pairLines(home, width),
  ...part(
    'Stale memories',
    home.stale.count,
    'lore stale',
    'The code under every memory is as it was.',
  ),
  ...home.stale.items.flatMap((memory) => memoryLines(memory, width)),
  ...captureLines(home, width),
  ...costLines(home),
]

const part = (name: string, amount: number, command: string, nothing: string): Line[] =>
  amount === 0
    ? [[bold(name), '  ', dim(nothing)]]
    : [[bold(name), '  ', count(amount), dim(`  ${command}`)]]

const memoryLines = ({ id, topic, statement }: HomeMemory, width: number | undefined): Line[] =>
  wrapLine([ownTitle(topic, statement) || statement, ' ', dim(id)], { width, indent: '  ' })

const guideLines = ({ guide }: Home): Line[] => {
  if (guide.is_hidden || guide.steps.every(({ is_done }) => is_done)) return []
  return [
    [bold('First steps')],
    ...guide.steps.map(
      ({ id, is_done }): Line => (is_done ? [green('  ✓ '), dim(STEPS[id])] : ['  · ', STEPS[id]]),
    ),
    [''],
  ]
}

const newsLines = ({ news, since, is_first_visit }: Home, width: number | undefined): Line[] => {
  const { sessions, findings, memories } = news
  const of = [
    plural(sessions.count, 'session'),
    plural(findings.count, 'finding'),
    plural(memories.count, 'memory', 'memories'),
  ].join(', ')
  const when = is_first_visit
    ? 'within a week'
    : `since ${since.slice(0, 16).replace('T', ' ')} UTC`
  const isNothing = sessions.count + memories.count === 0
  return [
    [
      bold('New'),
      '  ',
      isNothing ? dim(`Nothing ${when}.`) : of,
      isNothing ? '' : dim(`  ${when}`),
    ],
    ...sessions.items.flatMap(({ title, person, id }) =>
      wrapLine([title, dim(` ${person} ${id}`)], { width, indent: '  ' }),
    ),
    ...memories.items.flatMap((memory) => memoryLines(memory, width)),
  ]
}

const reviewLines = ({ review }: Home, width: number | undefined): Line[] => {
  const { size, decided, waiting, items } = review
  if (size === 0)
    return [
      [bold('For you this week'), '  ', dim('Nothing to review.')],
      ...(waiting > 0 ? [[dim(`  ${count(waiting)} wait for the team: lore drafts`)]] : []),
    ]
  return [
    [
      bold('For you this week'),
      `  ${decided} of ${plural(size, 'memory', 'memories')} decided`,
      dim('  lore drafts --batch'),
    ],
    ...items.flatMap((memory) => memoryLines(memory, width)),
  ]
}

const pairLines = ({ contradictions }: Home, width: number | undefined): Line[] => [
  ...part(
    'Contradictions',
    contradictions.count,
    'lore contradictions',
    'No two memories contradict each other.',
  ),
  ...contradictions.items.flatMap(({ first, second }) => [
    ...memoryLines(first, width),
    ...memoryLines(second, width),
  ]),
]

const captureLines = ({ capture }: Home, width: number | undefined): Line[] => [
  ...part(
    'Capture',
    capture.count,
    'lore status',
    'Nothing is missing on the machines that you see.',
  ),
  ...capture.items.flatMap(({ severity, message, remedy }) =>
    wrapLine([severity === 'error' ? red(message) : yellow(message), ' ', remedy], {
      width,
      indent: '  ',
    }),
  ),
]

const costLines = ({ cost }: Home): Line[] => {
  const said = ({ calls, tokens, usd }: Home['cost']['team']) =>
    calls === 0 ? 'nothing' : `$${usd.toFixed(2)}, ${plural(tokens, 'token')}`
  return [
    [
      bold('Cost'),
      `  team ${said(cost.team)}; your own agents ${said(cost.own)}`,
      dim(`  ${plural(cost.days, 'day')}`),
    ],
  ]
}
