import type { ServiceSpec } from './service.types.ts'
import { xmlText } from './xml-text.ts'

export const WINDOWS_TASK = 'Teamlore agent'

/**
 * Text of the scheduled task of Windows. A task has no variables of its own, so those it needs stand in the command: `cmd`
 * sets them first. `user` is `DOMAIN\name`.
 *
 * It is begun at the logon, and every minute again, which is ignored while it runs. `RestartOnFailure` would not do: it is for
 * what cannot be begun, and a console without a window ends with 0 whatever its program ended with.
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
    '    <TimeTrigger>',
    '      <Repetition><Interval>PT1M</Interval><StopAtDurationEnd>false</StopAtDurationEnd></Repetition>',
    '      <StartBoundary>2026-01-01T00:00:00</StartBoundary>',
    '      <Enabled>true</Enabled>',
    '    </TimeTrigger>',
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
    '    <StartWhenAvailable>true</StartWhenAvailable>',
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
  const texts = [...Object.values(environment), ...command, logFile]
  const hasPercent = texts.some((text) => text.includes('%'))
  const quote = (text: string) => `"${hasPercent ? delayed(text) : withoutQuotes(text)}"`
  const sets = Object.entries(environment).map(
    ([name, value]) => `set ${quote(`${name}=${value}`)} && `,
  )
  const inner = `${hasPercent ? SET_PERCENT : ''}${sets.join('')}${command.map(quote).join(' ')} >> ${quote(logFile)} 2>&1`
  return {
    program: 'conhost.exe',
    words: `--headless cmd.exe /d${hasPercent ? ' /v:on' : ''} /s /c "${inner}"`,
  }
}

/**
 * Both the Task Scheduler and `cmd` put the value of a variable where its name stands between two `%`, and on a command
 * line, other than in a batch file, no doubling and no quotes keep them from it. So there is one `%` on the whole line, from
 * which nothing can be made; every other one is written as a variable that is put in after that.
 */
const SET_PERCENT = 'set "PERCENT=%" && '

/** As `cmd /v:on` reads it: there `!` is what `%` is elsewhere, and `^` takes its meaning away in a text that has one. */
const delayed = (text: string): string => {
  const plain = withoutQuotes(text)
  if (!/[%!]/.test(plain)) return plain
  return plain.replace(/[!^]/g, '^$&').replaceAll('%', '!PERCENT!')
}

/** No path of Windows holds any. */
const withoutQuotes = (text: string): string => text.replaceAll('"', '')
