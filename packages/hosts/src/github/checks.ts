import type { HostCheck } from '@teamlore/shared/code-hosts'
import type { Ask } from './app-client.ts'
import { checkSchema, checksSchema } from './schemas.ts'

/** What GitHub takes at once, and of one text. */
const MAX_ANNOTATIONS = 50
const MAX_CHARS = 65_535

const bodyOf = ({
  title,
  summary,
  conclusion,
  externalId,
  detailsUrl,
  annotations,
}: HostCheck) => ({
  external_id: externalId,
  details_url: detailsUrl,
  status: 'completed',
  conclusion,
  output: {
    title: title.slice(0, 255),
    summary: summary.slice(0, MAX_CHARS),
    annotations: annotations
      .slice(0, MAX_ANNOTATIONS)
      .map(({ path, line, title: head, message }) => ({
        path,
        start_line: line,
        end_line: line,
        annotation_level: 'notice',
        title: head.slice(0, 255),
        message: message.slice(0, MAX_CHARS),
      })),
  },
})

const findCheck = async (
  ask: Ask,
  repository: string,
  { name, commit, externalId }: HostCheck,
): Promise<string | null> => {
  const { data } = await ask(`GET /repos/${repository}/commits/${commit}/check-runs`, {
    check_name: name,
    filter: 'all',
    per_page: 100,
  })
  const found = checksSchema.parse(data).check_runs.find((one) => one.external_id === externalId)
  return found === undefined ? null : String(found.id)
}

/** The one check of a commit: one that was made before a kill is changed and not made again. */
export const putCheck = async (
  ask: Ask,
  repository: string,
  check: HostCheck,
  checkId: string | null,
): Promise<string> => {
  const known = checkId ?? (await findCheck(ask, repository, check))
  const { data } =
    known === null
      ? await ask(`POST /repos/${repository}/check-runs`, {
          name: check.name,
          head_sha: check.commit,
          ...bodyOf(check),
        })
      : await ask(`PATCH /repos/${repository}/check-runs/${known}`, bodyOf(check))
  return String(checkSchema.parse(data).id)
}
