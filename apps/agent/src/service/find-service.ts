import { userInfo } from 'node:os'
import { createLaunchdService } from './launchd-service.ts'
import type { RunProgram, ServiceManager } from './service.types.ts'
import { createSystemdService } from './systemd-service.ts'
import { createWindowsService } from './windows-service.ts'

type Options = {
  platform: NodeJS.Platform
  run: RunProgram
  home: string
  configHome: string | undefined
  stateDir: string
  /** Of the user, on Windows. */
  domain: string | undefined
}

/** How services are kept on this system; undefined where none is known. */
export const findService = (options: Options): ServiceManager | undefined => {
  const { username, uid } = userInfo()
  const user = username
  if (options.platform === 'linux')
    return createSystemdService({ ...options, user, runtimeDir: `/run/user/${uid}` })
  if (options.platform === 'darwin') return createLaunchdService({ ...options, uid })
  if (options.platform === 'win32')
    return createWindowsService({
      ...options,
      // The name alone may be a machine's, and is not enough for a user of a directory in the net.
      user: options.domain === undefined ? user : `${options.domain}\\${user}`,
    })
  return undefined
}
