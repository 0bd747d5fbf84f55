import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { functionsIn, readFunctionTexts } from '../bench/harness/function-texts.ts'
import { root } from './lib/run.mjs'

const questions = JSON.parse(
  readFileSync(join(root, 'bench/data/functions/questions.json'), 'utf8'),
)

describe('the set of functions', () => {
  const texts = readFunctionTexts()
  const ids = new Set(texts.map(({ id }) => id))

  it('has every function under an id of its own', () => {
    expect(ids.size).toBe(texts.length)
    expect(texts.length).toBeGreaterThanOrEqual(1500)
  })

  it('has every function that answers a question', () => {
    const missing = questions.flatMap(({ answers }) => answers.filter((id) => !ids.has(id)))
    expect(missing).toEqual([])
  })

  it('asks each question once, and knows an answer to each', () => {
    expect(new Set(questions.map(({ question }) => question)).size).toBe(questions.length)
    expect(questions.filter(({ answers }) => answers.length === 0)).toEqual([])
    expect(questions.filter(({ answers }) => new Set(answers).size < answers.length)).toEqual([])
  })
})

describe('the functions of a file', () => {
  const titlesOf = (source) => functionsIn('some/file.js', source).map(({ title }) => title)

  it('are those that it exports, in whichever way', () => {
    expect(titlesOf('export function one() {}\nfunction hidden() {}')).toEqual(['one'])
    expect(titlesOf('export const two = () => 2\nexport const three = 3')).toEqual(['two'])
    expect(titlesOf('const four = () => 4\nexport default four')).toEqual(['four'])
    expect(titlesOf('const five = () => 5\nmodule.exports = five')).toEqual(['five'])
    expect(titlesOf('function local() {}\nexport { local as six }')).toEqual(['six'])
    expect(titlesOf('export { seven } from "./seven.js"')).toEqual([])
  })

  it('count when another function wraps or makes them', () => {
    expect(titlesOf('export const one = curry(function (a) { return a })')).toEqual(['one'])
    expect(titlesOf('/** Rounds up. */\nexport const two = create("ceil")')).toEqual(['two'])
    expect(titlesOf('export const three = create("ceil")')).toEqual([])
    expect(titlesOf('export const four = isOld ? function () {} : function () {}')).toEqual([
      'four',
    ])
  })

  it('bring the comment above them and their first lines', () => {
    const body = Array.from({ length: 99 }, (_, n) => `  step(${n})`).join('\n')
    const [{ id, text }] = functionsIn(
      'p/f.js',
      `/** Why. */\nexport function long() {\n${body}\n}`,
    )
    expect(id).toBe('p/f.js#long')
    expect(text.split('\n').slice(0, 2)).toEqual(['/** Why. */', 'export function long() {'])
    expect(text.split('\n')).toHaveLength(60)
  })

  it('keep room for the body below a long comment', () => {
    const comment = `/**\n${' * More.\n'.repeat(99)} */`
    const [{ text }] = functionsIn('p/f.js', `${comment}\nexport function short() {}`)
    expect(text.split('\n')).toHaveLength(41)
    expect(text).toContain('export function short() {}')
  })

  it('bring the hidden functions of a file when there is but one to use them', () => {
    const hidden = 'function hidden() { return 1 }'
    const one = functionsIn('p/f.js', `export function one() { return hidden() }\n${hidden}`)
    expect(one.map(({ text }) => text.endsWith(hidden))).toEqual([true])
    const two = functionsIn(
      'p/f.js',
      `export const a = () => 1\nexport const b = () => 2\n${hidden}`,
    )
    expect(two.map(({ text }) => text.includes(hidden))).toEqual([false, false])
  })
})
