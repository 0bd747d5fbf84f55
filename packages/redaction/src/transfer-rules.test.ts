import { describe, expect, test } from 'vitest'
import { redactSecrets } from './redact-secrets.ts'

const PASSWORD = 'Kranich-482!'

describe('a client that moves files', () => {
  test.each([
    'lftp -uada,§ ftp.example.org',
    'lftp \\\n  -u ada,§ \\\n  ftp.example.org',
    'run(["lftp", "-u", "ada,§", "ftp.example.org"])',
    "lftp -u 'OFFICE\\ada,§' ftp.example.org",
    'lftp ftp.example.org:~> user ada §',
  ])('loses its password: %s', (text) => {
    expect(redactSecrets(text.replace('§', PASSWORD)).text).toBe(
      text.replace('§', '[REDACTED:command-line]'),
    )
  })

  test.each([
    'lftp -u $FTP_USER,$FTP_PASSWORD ftp.example.org',
    'lftp -u ada sftp://ftp.example.org',
    'lftp -e "mirror -R dist /www,old" ftp.example.org',
    'sort -u first.txt,second.txt',
  ])('is left as it is: %s', (text) => {
    expect(redactSecrets(text).text).toBe(text)
  })
})
