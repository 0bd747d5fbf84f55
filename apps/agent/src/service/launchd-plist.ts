import type { ServiceSpec } from './service.types.ts'
import { xmlText } from './xml-text.ts'

export const LAUNCHD_LABEL = 'dev.teamlore.agent'

/** Text of the LaunchAgent of macOS. */
export const launchdPlist = ({ command, environment, logFile, version }: ServiceSpec): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    `<!-- Made by \`lore daemon install\` of lore ${xmlText(version)}; \`lore daemon uninstall\` removes it. -->`,
    '<plist version="1.0">',
    '<dict>',
    ...pair('Label', string(LAUNCHD_LABEL)),
    ...pair('ProgramArguments', [
      '<array>',
      ...command.map((word) => `  ${string(word)}`),
      '</array>',
    ]),
    ...pair('EnvironmentVariables', [
      '<dict>',
      ...Object.entries(environment).flatMap(([name, value]) => pair(name, string(value))),
      '</dict>',
    ]),
    ...pair('RunAtLoad', '<true/>'),
    ...pair('KeepAlive', '<true/>'),
    ...pair('ThrottleInterval', '<integer>10</integer>'),
    // Whoever works at the machine goes first.
    ...pair('ProcessType', string('Background')),
    ...pair('LowPriorityIO', '<true/>'),
    ...pair('Umask', '<integer>63</integer>'),
    ...pair('StandardOutPath', string(logFile)),
    ...pair('StandardErrorPath', string(logFile)),
    '</dict>',
    '</plist>',
    '',
  ].join('\n')

const string = (text: string): string => `<string>${xmlText(text)}</string>`

const pair = (key: string, value: string | readonly string[]): string[] =>
  [`<key>${xmlText(key)}</key>`, ...(typeof value === 'string' ? [value] : value)].map(
    (line) => `  ${line}`,
  )
