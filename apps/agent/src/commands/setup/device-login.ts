import { ApiError, createClient, type RegisterMachineRequest } from '@teamlore/shared'
import { DEVICE_GRANT, type DeviceCode, type DeviceToken } from '@teamlore/shared/sign-in'
import { CliError } from '../../errors/cli-error.ts'
import { bold, cyan } from '../../output/line.ts'
import type { Times } from '../../wire/retry-policy.ts'
import type { CommandContext } from '../shared/command-context.ts'

export type DeviceLoginDeps = {
  times: Pick<Times, 'sleep'>
  /** Shows a page in a browser, where there is one; it may fail in silence. */
  openPage: (url: string) => void
  /** Where the person goes; the page that confirms the code, by default. */
  pageOf?: (code: DeviceCode) => string
}

/** RFC 8628, section 3.5: whoever is asked to slow down waits so much longer from then on. */
const SLOWER_SECONDS = 5

/** Lets this machine in by a short code that somebody who is signed in confirms in a browser; no key is pasted. */
export const loginByCode = async (
  context: CommandContext,
  server: string,
  machine: RegisterMachineRequest,
  { times, openPage, pageOf = confirmPage }: DeviceLoginDeps,
): Promise<DeviceToken> => {
  const client = createClient({ baseUrl: server })
  const code = await client.device.code({ machine })
  const page = pageOf(code)
  show(context, code, page)
  if (context.stdin.isTTY) openPage(page)
  let { interval } = code
  for (let waited = 0; waited < code.expires_in; waited += interval) {
    await times.sleep(interval * 1000)
    try {
      return await client.device.token({ grant_type: DEVICE_GRANT, device_code: code.device_code })
    } catch (error) {
      const says = error instanceof ApiError ? error.code : ''
      if (says === 'device.slow_down') interval += SLOWER_SECONDS
      else if (says !== 'device.authorization_pending') throw withHint(error)
    }
  }
  throw new CliError({
    code: 'login.not_confirmed',
    message: 'Nobody confirmed the code within ten minutes.',
    hint: 'Run the command again, and open the page it names in a browser.',
  })
}

const confirmPage = (code: DeviceCode): string => code.verification_uri_complete

const show = ({ output }: CommandContext, code: DeviceCode, page: string): void =>
  output.note(
    ['Open this page in a browser and sign in:'],
    ['  ', cyan(page)],
    ['Confirm there that it shows this code: ', bold(code.user_code)],
    ['Waiting, at most ten minutes (Ctrl-C ends it) …'],
  )

const withHint = (error: unknown): unknown =>
  error instanceof ApiError && error.code.startsWith('device.')
    ? new CliError({
        code: error.code,
        message: error.message,
        hint: 'Run `lore login --server URL` again when you are at a browser.',
        cause: error,
      })
    : error
