import { describe, expect, test } from 'vitest'
import { hookPlaces } from './hook-places.ts'
import { windowsShim } from './windows-shim.ts'

const shimFor = (stateDir: string, lore: [string, string] = ['C:\\node.exe', 'C:\\lore.mjs']) => {
  const places = hookPlaces({ configDir: 'C:\\c', stateDir }, 'win32')
  const folders = {
    USERPROFILE: 'C:\\Users\\Zoë',
    APPDATA: 'C:\\Users\\Zoë\\AppData\\Roaming',
    LOCALAPPDATA: 'c:\\users\\zoë\\AppData\\Local',
  }
  return { places, lines: windowsShim({ dataDir: places.data, lore, folders }).split('\r\n') }
}

/** What of it can be checked without a Windows: the words themselves. `.ci/wine.sh` runs it. */
describe('the program that hooks call on Windows', () => {
  const { places, lines } = shimFor('C:\\Users\\100%\\s')
  const lineWith = (words: string): number => {
    const found = lines.flatMap((line, at) => (line.includes(words) ? [at] : []))
    expect(found, words).toHaveLength(1)
    return found[0] ?? 0
  }

  test('starts somebody only where it could make the folder that whoever works takes away', () => {
    const made = lineWith('md "%data%\\starting\\')
    expect(places.starting).toBe(`${places.data}\\starting`)
    expect(lines[made]).toMatch(/ \|\| exit \/b 0$/)
    expect(lineWith('hooks work')).toBe(made + 1)
    expect(lineWith(':notified')).toBeLessThan(made)
  })

  test('takes a watch for alive by what it left for this minute, not by what a dead one left behind', () => {
    expect(lineWith('if exist "%data%\\alive\\%minute%" exit /b 0')).toBeGreaterThan(0)
    expect(places.alive).toBe(`${places.data}\\alive`)
    expect(lines.join('\n')).not.toContain('watch.pid')
  })

  test('has what it is called for done where nothing it says is shown', () => {
    expect(lines.indexOf('call :hook %~1 %~2 2>nul')).toBeLessThan(lines.indexOf(':hook'))
    expect(lines[lines.indexOf(':hook') - 1]).toBe('exit /b 0')
  })

  test('reads the name of no folder as words of a command, and none as that of a variable', () => {
    const bare = lines.map((line) => line.replace(/"[^"]*"/g, '').replace(/%%/g, ''))
    for (const line of bare) expect(line).not.toMatch(/%[a-z]+[:%]/i)
    expect(lines).toContain('set "data=C:\\Users\\100%%\\s\\hooks"')
  })

  test('is ASCII, whatever the name of its user, as a console reads it in letters of its own', () => {
    const { lines } = shimFor('C:\\Users\\Zoë\\AppData\\Local\\50%', [
      'C:\\Users\\Zoë\\AppData\\Roaming\\nvm\\node.exe',
      'C:\\Users\\Zoë\\lore.mjs',
    ])
    expect(lines).toContain('set "data=%LOCALAPPDATA%\\50%%\\hooks"')
    expect(lines).toContain('set "node=%APPDATA%\\nvm\\node.exe"')
    expect(lines).toContain('set "lore=%USERPROFILE%\\lore.mjs"')
    expect(lines.join('')).toMatch(/^[\0-\x7f]*$/)
    expect(lines.join('')).not.toContain('chcp')
  })

  test('has the console read UTF-8 while it names a folder that no variable names', () => {
    const { lines } = shimFor('D:\\Zoë')
    const named = lines.indexOf('set "data=D:\\Zoë\\hooks"')
    expect(lines.indexOf('chcp 65001 >nul')).toBe(named - 1)
    expect(lines.indexOf('chcp %page% >nul')).toBe(named + 3)
    expect(lines.filter((line) => /[^\0-\x7f]/.test(line))).toEqual([lines[named]])
  })
})
