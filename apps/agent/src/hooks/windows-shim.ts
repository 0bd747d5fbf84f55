import { OWN_FILE_MARK } from './edits/own-file.ts'
import type { ShimOptions } from './shim.ts'

type WindowsShimOptions = ShimOptions & {
  /** Folders that Windows names in variables of every program, by the names of these. */
  folders: Readonly<Record<string, string | undefined>>
}

/**
 * What the program for POSIX shells does, for Windows, where tools start programs through cmd. Git brings a shell of its own
 * there and uses the other one.
 */
export const windowsShim = ({
  dataDir,
  lore: [node, script],
  folders,
}: WindowsShimOptions): string => {
  const paths = [
    `set "data=${cmdPath(dataDir, folders)}"`,
    `set "node=${cmdPath(node, folders)}"`,
    `set "lore=${cmdPath(script, folders)}"`,
  ]
  return [
    '@echo off',
    `rem ${OWN_FILE_MARK}; \`lore hooks uninstall\` takes it away. Called by coding tools.`,
    'setlocal DisableDelayedExpansion',
    'call :hook %~1 %~2 2>nul',
    'exit /b 0',
    ':hook',
    ...(paths.every(isAscii) ? paths : [...READ_AS_UTF8, ...paths, 'chcp %page% >nul']),
    'if not exist "%data%" exit /b 0',
    // Nobody is asked anything here, as this cannot read what the tool says.
    'if "%~1"=="stop" exit /b 0',
    'if "%~1"=="due" exit /b 0',
    'if "%~1"=="compact" exit /b 0',
    'set "dir=%CD%"',
    'if "%~2"=="claude-code" if defined CLAUDE_PROJECT_DIR set "dir=%CLAUDE_PROJECT_DIR:/=\\%"',
    'if "%~2"=="gemini" if defined GEMINI_PROJECT_DIR set "dir=%GEMINI_PROJECT_DIR:/=\\%"',
    'if "%~2"=="cursor" if defined CURSOR_PROJECT_DIR set "dir=%CURSOR_PROJECT_DIR:/=\\%"',
    'set "form=hook.json"',
    'if "%~2"=="cursor" set "form=cursor.json"',
    'if "%~2"=="gemini" set "form=gemini.json"',
    'if "%~2"=="opencode" set "form=text"',
    'if "%~2"=="pi" set "form=text"',
    'if not "%~1"=="start" goto notify',
    'set "root=%dir%"',
    ':up',
    'if exist "%root%\\.git" goto found',
    'for %%I in ("%root%\\..") do set "above=%%~fI"',
    'if "%above%"=="%root%" goto bare',
    'set "root=%above%"',
    'goto up',
    ':bare',
    'set "root=%dir%"',
    ':found',
    'set "brief=%data%\\briefs\\%root::=%\\%form%"',
    'if exist "%brief%" (type "%brief%" & >>"%data%\\counts" echo start %~2 given) else (>>"%data%\\counts" echo start %~2 none)',
    ':notify',
    'set "tab=\t"',
    // The hour has one digit or two, and what stands behind it depends on the country.
    'for /f "tokens=1,2 delims=:., " %%I in ("%TIME%") do set "hour=0%%I" & set "minute=0%%J"',
    'set "minute=%hour:~-2%%minute:~-2%"',
    'set "line=%~1%tab%%~2%tab%%dir%"',
    ...NUDGE,
    'if "%~1"=="end" >>"%data%\\counts" echo end %~2 told',
    'if exist "%data%\\alive\\%minute%" exit /b 0',
    'if not exist "%node%" exit /b 0',
    'rem One hook of a burst starts somebody, who takes this away; what was left by one that failed counts for a minute.',
    'md "%data%\\starting\\%minute%" || exit /b 0',
    'start "" /b "%node%" "%lore%" hooks work <nul >nul 2>nul',
    'exit /b 0',
    '',
  ].join('\r\n')
}

/**
 * What `echo` writes is in the letters of the console, which may not have those of a folder. So where more than plain letters
 * is left of it, a cmd of its own writes the line in UTF-16; only then, as that takes its time.
 */
const NUDGE = [
  // What stands between these signs is not read as words of a command: a folder may be called R&D.
  'setlocal EnableDelayedExpansion',
  'set "rest=!dir: =!"',
  'for %%C in (a b c d e f g h i j k l m n o p q r s t u v w x y z 0 1 2 3 4 5 6 7 8 9 \\ : . - _) do if defined rest set "rest=!rest:%%C=!"',
  'rem Two hooks that write at once shut each other out.',
  'set tries=',
  ':again',
  'set /a tries+=1',
  'if not defined rest >>"!data!\\nudges" echo !line!|| if !tries! lss 99 goto again',
  'if not defined rest goto notified',
  'endlocal',
  'cmd /u /d /v:on /c ">>"!data!\\nudges" echo !line!"',
  ':notified',
]

/** A batch file is read in the letters of the console too. Asking for them takes a while, so only where it cannot be helped. */
const READ_AS_UTF8 = [
  'for /f "tokens=2 delims=:" %%I in (\'chcp\') do set "page=%%I"',
  'chcp 65001 >nul',
]

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)

/** As it stands in a batch file, in ASCII where that can be done: a user's name has letters of all kinds. */
const cmdPath = (path: string, folders: WindowsShimOptions['folders']): string => {
  const plain = path.replaceAll('%', '%%')
  if (isAscii(path)) return plain
  const [name, folder = ''] =
    Object.entries(folders)
      .filter(([, one]) => one && path.toLowerCase().startsWith(`${one.toLowerCase()}\\`))
      .sort(([, a = ''], [, b = '']) => b.length - a.length)[0] ?? []
  return name === undefined ? plain : `%${name}%${path.slice(folder.length).replaceAll('%', '%%')}`
}
