import { existsSync } from 'node:fs'

/** Where systems keep Chromium or a browser made of it. */
const USUAL = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** @returns the program that CHROMIUM_PATH names, else the first one found; undefined where there is none. */
export const findBrowser = (): string | undefined => {
  const named = process.env['CHROMIUM_PATH']
  return (named ? [named] : USUAL).find((path) => existsSync(path))
}
