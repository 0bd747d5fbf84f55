import type { ServiceSpec } from './service.types.ts'

/** Text of the systemd user unit. */
export const systemdUnit = ({ command, environment, version }: ServiceSpec): string =>
  [
    `# Made by \`lore daemon install\` of lore ${version}; \`lore daemon uninstall\` removes it.`,
    '[Unit]',
    'Description=Teamlore agent: sends the sessions of AI coding tools to the team',
    'StartLimitIntervalSec=0',
    '',
    '[Service]',
    // A program that is not there is reported at the start, not in the journal alone.
    'Type=exec',
    'SyslogIdentifier=lore',
    `ExecStart=${command.map(commandWord).join(' ')}`,
    ...Object.entries(environment).map(
      ([name, value]) => `Environment=${quoted(`${name}=${value}`)}`,
    ),
    // Large pieces of memory go back to the system as soon as they are free.
    ...[
      'MALLOC_ARENA_MAX=16',
      'MALLOC_MMAP_THRESHOLD_=131072',
      'MALLOC_TRIM_THRESHOLD_=131072',
    ].map((setting) => `Environment=${setting}`),
    'Restart=always',
    'RestartSec=10',
    // Whoever works at the machine goes first.
    'Nice=10',
    'IOSchedulingClass=idle',
    'UMask=0077',
    '',
    '[Install]',
    'WantedBy=default.target',
    '',
  ].join('\n')

/** `%` begins a specifier everywhere. */
const quoted = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('\n', '\\n')}"`

/** In a command line, `$` begins a variable besides. */
const commandWord = (word: string): string => quoted(word).replaceAll('$', '$$$$')
