import type { ServiceSpec } from './service.types.ts'
import { xmlText } from './xml-text.ts'

export const WINDOWS_TASK = 'Teamlore agent'

/**
 * Text of the scheduled task of Windows. A task has no variables of its own, so those it needs stand in the command: `cmd`
 * sets them first. `user` is `DOMAIN\name`.
 */
export const windowsTask = (spec: ServiceSpec, user: string): string => {
  const { program, words } = commandOf(spec)
  return [
    '<?xml version="1.0" encoding="UTF-16"?>',
    '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">',
    '  <RegistrationInfo>',
    '    <Description>Sends the sessions of AI coding tools to the team. Made by `lore daemon install`.</Description>',
    '  </RegistrationInfo>',
    '  <Triggers>',
    `    <LogonTrigger><Enabled>true</Enabled><UserId>${xmlText(user)}</UserId></LogonTrigger>`,
    '  </Triggers>',
    '  <Principals>',
    `    <Principal id="Author"><UserId>${xmlText(user)}</UserId><LogonType>InteractiveToken</LogonType><RunLevel>LeastPrivilege</RunLevel></Principal>`,
    '  </Principals>',
    '  <Settings>',
    '    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>',
    '    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>',
    '    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>',
    '    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>',
    '    <Priority>8</Priority>',
    '    <Hidden>true</Hidden>',
    '    <RestartOnFailure><Interval>PT1M</Interval><Count>999</Count></RestartOnFailure>',
    '  </Settings>',
    '  <Actions Context="Author">',
    `    <Exec><Command>${xmlText(program)}</Command><Arguments>${xmlText(words)}</Arguments></Exec>`,
    '  </Actions>',
    '</Task>',
    '',
  ].join('\r\n')
}

/** Without a window: a console that nobody asked for would stand on the desktop. */
const commandOf = ({ command, environment, logFile }: ServiceSpec) => {
  const sets = Object.entries(environment).map(
    ([name, value]) => `set "${name}=${cmdText(value)}" && `,
  )
  const inner = `${sets.join('')}${command.map((word) => `"${cmdText(word)}"`).join(' ')} >> "${cmdText(logFile)}" 2>&1`
  return {
    program: 'conhost.exe',
    words: `--headless cmd.exe /d /s /c "${inner}"`,
  }
}

/** Neither quotes nor `%` can stand in a path of Windows that is worth anything to us; better no variable than half a one. */
const cmdText = (text: string): string => text.replaceAll('"', '').replaceAll('%', '%%')
