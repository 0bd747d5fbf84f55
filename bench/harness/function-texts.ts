/** The functions of npm packages as documents to search: name, comment and body, read from the packages as installed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import manifest from '../package.json' with { type: 'json' }
import { exportedNames } from './exported-names.ts'

export interface FunctionText {
  /** `package/path#name` */
  readonly id: string
  readonly title: string
  readonly text: string
}

interface PackageFiles {
  readonly name: keyof typeof manifest.devDependencies
  /** The folder of those files that hold one form of each function, as people wrote it. */
  readonly folder: string
  readonly isWanted: (path: string) => boolean
}

const MOST_LINES = 60
/** So that a long comment leaves room for the body. */
const MOST_LINES_OF_COMMENT = 40
const bench = dirname(dirname(fileURLToPath(import.meta.url)))

/** Left out: what others of the package are built from, the same again in another form, and what a bundler named (all `strip_` of voca are `trim`). */
const PACKAGES: readonly PackageFiles[] = [
  { name: 'culori', folder: 'src', isWanted: (path) => path.endsWith('.js') },
  { name: 'd3-array', folder: 'dist', isWanted: (path) => path === 'd3-array.mjs' },
  { name: 'date-fns', folder: '.', isWanted: (path) => /^[^/]+\.js$/.test(path) },
  {
    name: 'es-toolkit',
    folder: 'dist',
    isWanted: (path) => /^(?!_|bigint|compat|fp)[^/]+\/[^/]+\.mjs$/.test(path),
  },
  { name: 'lodash-es', folder: '.', isWanted: (path) => /^[a-z]\w*\.js$/i.test(path) },
  { name: 'radash', folder: 'dist/esm', isWanted: (path) => path.endsWith('.mjs') },
  { name: 'ramda', folder: 'es', isWanted: (path) => /^[^/]+\.js$/.test(path) },
  { name: 'remeda', folder: 'dist', isWanted: (path) => /^\w+\.js$/.test(path) },
  { name: 'semver', folder: '.', isWanted: (path) => /^(functions|ranges)\//.test(path) },
  { name: 'simple-statistics', folder: 'src', isWanted: (path) => path.endsWith('.js') },
  { name: 'validator', folder: 'es/lib', isWanted: (path) => /^[^/]+\.js$/.test(path) },
  { name: 'voca', folder: '.', isWanted: (path) => /^(?!strip_)[a-z_0-9]+\.js$/.test(path) },
]

/** @throws when the package is missing, or is another version than the answers were chosen from. */
const placeOf = (name: PackageFiles['name']): string => {
  const places = [bench, dirname(bench)].map((folder) => join(folder, 'node_modules', name))
  const place = places.find((folder) => existsSync(join(folder, 'package.json')))
  if (place === undefined) throw new Error(`${name} is not installed. Run npm ci.`)
  const { version } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
  const pinned = manifest.devDependencies[name]
  if (version !== pinned)
    throw new Error(`${name} is installed in ${version} and pinned to ${pinned}. Run npm ci.`)
  return place
}

const isFunction = (node: ts.Node): boolean =>
  ts.isFunctionExpression(node) || ts.isArrowFunction(node)

/** Also `curry(function (a, b) { … })`, and with a comment above what another function makes: `createRound('ceil')`. */
const makesFunction = (node: ts.Expression, hasComment: boolean): boolean =>
  isFunction(node) ||
  (ts.isConditionalExpression(node) && makesFunction(node.whenFalse, hasComment)) ||
  (ts.isCallExpression(node) &&
    (hasComment || isFunction(node.expression) || node.arguments.some(isFunction)))

const commentAbove = (source: string, statement: ts.Statement): string => {
  const ranges = ts.getLeadingCommentRanges(source, statement.getFullStart()) ?? []
  const last = ranges.at(-1)
  return last?.kind === ts.SyntaxKind.MultiLineCommentTrivia ? source.slice(last.pos, last.end) : ''
}

const namesIn = (statement: ts.Statement, hasComment: boolean): string[] => {
  if (ts.isFunctionDeclaration(statement))
    return statement.body && statement.name ? [statement.name.text] : []
  if (!ts.isVariableStatement(statement)) return []
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    ts.isIdentifier(name) && initializer && makesFunction(initializer, hasComment)
      ? [name.text]
      : [],
  )
}

const firstLines = (text: string, most: number): string =>
  text.split('\n').slice(0, most).join('\n')

interface Found {
  readonly local: string
  readonly comment: string
  readonly body: string
}

const functionsOf = (file: ts.SourceFile): Found[] =>
  file.statements.flatMap((statement) => {
    const comment = commentAbove(file.text, statement)
    const body = statement.getText(file)
    return namesIn(statement, comment !== '').map((local) => ({ local, comment, body }))
  })

/** What a file exports and is a function; the name is the one under which it is exported. */
export const functionsIn = (path: string, source: string): FunctionText[] => {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS)
  const exported = exportedNames(file)
  const all = functionsOf(file)
  const shown = all.filter(({ local }) => exported.has(local))
  // What only one function can be built from is a part of it.
  const helpers = shown.length === 1 ? all.filter(({ local }) => !exported.has(local)) : []
  return shown.map(({ local, comment, body }) => {
    const title = exported.get(local) ?? local
    const above = firstLines(comment, MOST_LINES_OF_COMMENT)
    const parts = [above, body, ...helpers.map((helper) => helper.body)]
    const text = parts.filter((part) => part !== '').join('\n')
    return { id: `${path}#${title}`, title, text: firstLines(text, MOST_LINES) }
  })
}

const filesOf = ({ folder, isWanted }: PackageFiles, place: string): string[] =>
  readdirSync(join(place, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.m?js$/.test(path) && !/(^|\/)index\./.test(path) && isWanted(path))
    .sort()

/** All functions of all packages, in the order of their ids. */
export const readFunctionTexts = (): FunctionText[] =>
  PACKAGES.flatMap((one) => {
    const place = placeOf(one.name)
    return filesOf(one, place).flatMap((path) => {
      const inPackage = one.folder === '.' ? path : `${one.folder}/${path}`
      const source = readFileSync(join(place, inPackage), 'utf8')
      return functionsIn(`${one.name}/${inPackage}`, source)
    })
  })
