import { describe, expect, test } from 'vitest'
import { pathOfUri } from './file-uri.ts'

describe('the path behind an address', () => {
  test.each([
    ['file:///home/ada/a%20b', '/home/ada/a b'],
    ['file:///c%3A/Users/ada', 'c:\\Users\\ada'],
    ['/home/ada', '/home/ada'],
    ['C:\\Users', 'C:\\Users'],
    ['vscode-remote://ssh/home/ada', null],
    ['untitled:Untitled-1', 'untitled:Untitled-1'],
    ['file:///%', null],
    [{ fsPath: '/a', path: '/b', scheme: 'file' }, '/a'],
    [{ path: '/b', scheme: 'file' }, '/b'],
    [{ path: '/b', scheme: 'untitled' }, null],
    [7, null],
    [null, null],
  ])('%j', (value, path) => {
    expect(pathOfUri(value)).toBe(path)
  })
})
