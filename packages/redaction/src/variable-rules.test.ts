import { describe, expect, test } from 'vitest'
import { redactSecrets } from './redact-secrets.ts'

const password = 'Kranich-4711'
const key = 'aB3dE5gH7jK9mN1pQ4sT6vX8'

describe('a variable that is set', () => {
  test.each([
    `ENV DB_PASSWORD ${password}`,
    `ENV DB_PASSWORD=${password} NODE_ENV=production`,
    `FROM node\nENV   DB_PASSWORD      "${password}"\n`,
    `  12→ONBUILD ENV DB_PASSWORD ${password}\r\n`,
    `Dockerfile:7:ENV DB_PASSWORD ${password}`,
    `Step 4/9 : ENV DB_PASSWORD ${password}`,
    `Tagged Step 4/9 : ENV DB_PASSWORD ${password} ---> Running in 4f8a`,
    `Branch: ENV DB_PASSWORD ${password}`,
    `FROM node:24 ENV DB_PASSWORD ${password} RUN npm ci`,
    `{"content":"FROM node\\nENV DB_PASSWORD ${password}\\nRUN x"}`,
    `ENV STRIPE_KEY ${key}`,
    `see ENV STRIPE_KEY ${key} and ask`,
    `ARG NPM_TOKEN=${key}`,
    `export DB_PASSWORD=${password}`,
    `setx DB_PASSWORD ${password} /M`,
    `setx /s web01 /M DB_PASSWORD "${password}"`,
    `set -x DB_PASSWORD ${password}`,
    `set -gx STRIPE_KEY ${key}`,
    `$env:DB_PASSWORD = "${password}"`,
    `$env:STRIPE_KEY = '${key}'`,
    `\${env:DB_PASSWORD} = '${password}'`,
    `Set-Item -Path Env:\\DB_PASSWORD -Value "${password}"`,
    `[Environment]::SetEnvironmentVariable("DB_PASSWORD", "${password}", "User")`,
    `putenv('DB_PASSWORD', '${password}')`,
  ])('loses its secret: %s', (text) => {
    const { text: redacted, count } = redactSecrets(text)
    expect(redacted).not.toContain(text.includes(key) ? key : password)
    expect(redacted).toMatch(/PASSWORD|KEY|TOKEN/)
    expect(count).toBe(1)
  })

  test.each([
    'ENV PATH /usr/bin',
    'ENV NODE_ENV production',
    'ENV DB_PASSWORD $DB_PASSWORD',
    'ENV DB_PASSWORD changeme',
    'ENV DB_PASSWORD_FILE /run/secrets/db2',
    'please set ENV DB_PASSWORD k8s-only',
    'ENV DB_PASSWORD k8s-only and nothing else',
    'please set ENV DB_PASSWORD k8s-only RUN it',
    'FROM here on ENV DB_PASSWORD k8s-only and nothing else',
    'env DB_PASSWORD k8s-only',
    'ENV STRIPE_KEY must-be-set-before-2024-01-01',
    'setx PATH "%PATH%;C:\\bin2"',
    '$env:DB_PASSWORD = $secret2',
    'addPair("DB_PASSWORD", "k8s-only")',
  ])('keeps what is none: %s', (text) => {
    expect(redactSecrets(text)).toEqual({ text, count: 0, kinds: {} })
  })
})
