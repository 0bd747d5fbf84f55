import { connectGuides, type GuideStep } from '@teamlore/shared/mcp-clients'

const EXAMPLE = 'https://lore.example.com/mcp'

const fenced = (language: string, text: string): string[] => ['', `\`\`\`${language}`, text, '```']

const linesOf = (step: GuideStep): string[] => {
  if (step.kind === 'words') return ['', step.text]
  if (step.kind === 'command') return fenced('', step.text)
  const language = step.text.startsWith('{') ? 'json' : 'toml'
  return ['', `In \`${step.file}\`:`, ...fenced(language, step.text)]
}

/** How each client is connected, as pages of the dashboard say it too. */
export const clientDocs = (): string[] =>
  connectGuides(EXAMPLE).flatMap(({ name, byOAuth, byKey }) => [
    '',
    `## ${name}`,
    ...byOAuth.flatMap(linesOf),
    ...(byKey.length > 0 ? ['', '**With a key**', ...byKey.flatMap(linesOf)] : []),
  ])
