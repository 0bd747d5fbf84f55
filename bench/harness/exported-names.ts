/** Which functions a JavaScript file exports, and under which names. */
import ts from 'typescript'

const isModuleExports = (node: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(node) &&
  ts.isIdentifier(node.expression) &&
  node.expression.text === 'module' &&
  node.name.text === 'exports'

const ofDeclaration = (statement: ts.Statement): string[] => {
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  if (!isExported) return []
  if (ts.isFunctionDeclaration(statement)) return statement.name ? [statement.name.text] : []
  if (!ts.isVariableStatement(statement)) return []
  return statement.declarationList.declarations.flatMap(({ name }) =>
    ts.isIdentifier(name) ? [name.text] : [],
  )
}

/** `export default name`, `module.exports = name`. */
const ofAssignment = (statement: ts.Statement): string[] => {
  if (ts.isExportAssignment(statement))
    return ts.isIdentifier(statement.expression) ? [statement.expression.text] : []
  if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression))
    return []
  const { left, right } = statement.expression
  return isModuleExports(left) && ts.isIdentifier(right) ? [right.text] : []
}

/** `export { local as name }`, and not `export … from`. */
const ofList = (statement: ts.Statement): [local: string, name: string][] => {
  if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier) return []
  const { exportClause } = statement
  if (!exportClause || !ts.isNamedExports(exportClause)) return []
  return exportClause.elements.map(({ name, propertyName }) => {
    const local = (propertyName ?? name).text
    return [local, name.text === 'default' ? local : name.text]
  })
}

/** The exported name of each local one. What is the default export keeps its local name. */
export const exportedNames = (file: ts.SourceFile): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  for (const statement of file.statements) {
    for (const name of [...ofDeclaration(statement), ...ofAssignment(statement)])
      names.set(name, name)
    for (const [local, name] of ofList(statement)) if (!names.has(local)) names.set(local, name)
  }
  return names
}
