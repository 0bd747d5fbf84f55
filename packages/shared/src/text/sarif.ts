export type SarifLevel = 'error' | 'warning' | 'note'

export type SarifRule = { id: string; about: string; level: SarifLevel }

/** A place and what is said of it. Lines and columns count from 1; a place without a line is a whole file, one without a file is nowhere. */
export type SarifResult = {
  rule: string
  level: SarifLevel
  message: string
  place: { file: string; line?: number | undefined; column?: number | undefined } | null
}

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json'

const uriOf = (file: string): string => file.split('/').map(encodeURIComponent).join('/')

const locationOf = ({ file, line, column }: NonNullable<SarifResult['place']>) => ({
  physicalLocation: {
    artifactLocation: { uri: uriOf(file) },
    ...(line !== undefined && {
      region: { startLine: line, ...(column !== undefined && { startColumn: column }) },
    }),
  },
})

/** A report in SARIF 2.1.0, which code hosts show beside the lines it speaks of. */
export const sarifOf = (
  tool: { name: string; version: string; rules: readonly SarifRule[] },
  results: readonly SarifResult[],
) => ({
  $schema: SCHEMA,
  version: '2.1.0' as const,
  runs: [
    {
      tool: {
        driver: {
          name: tool.name,
          version: tool.version,
          rules: tool.rules.map(({ id, about, level }) => ({
            id,
            shortDescription: { text: about },
            defaultConfiguration: { level },
          })),
        },
      },
      results: results.map(({ rule, level, message, place }) => ({
        ruleId: rule,
        level,
        message: { text: message },
        ...(place !== null && { locations: [locationOf(place)] }),
      })),
    },
  ],
})
