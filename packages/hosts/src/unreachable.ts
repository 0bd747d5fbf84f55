import { HostError } from '@teamlore/shared/code-hosts'
import { AddressRefused } from '@teamlore/shared/outbound'

function* causesOf(error: unknown): Generator<Error> {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++) yield at
}

/** A host that gave no answer, in words: why, as far as it is known. */
export const unreachable = (error: unknown, where: string): HostError => {
  const refused = [...causesOf(error)].find((one) => one instanceof AddressRefused)
  if (refused !== undefined) return new HostError('refused', refused.message, { cause: error })
  const codes = [...causesOf(error)].map((one) => String((one as { code?: unknown }).code ?? ''))
  const says = (code: string) => codes.includes(code)
  const isUndone = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED'].some(says)
  const words =
    says('ENOTFOUND') || says('EAI_AGAIN')
      ? `The host of ${where} cannot be found.`
      : says('ECONNREFUSED')
        ? `Nothing answers at ${where}.`
        : codes.some((code) => /CERT|TLS|SSL/.test(code))
          ? `The certificate of ${where} is not trusted. Give this process its authority with NODE_EXTRA_CA_CERTS.`
          : `${where} did not answer.`
  return new HostError('unavailable', words, { isUndone, cause: error })
}
