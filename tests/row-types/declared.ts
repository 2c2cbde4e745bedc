/** What the code claims about the rows of each statement, as the type checker reads it. */
import { relative } from 'node:path'
import type { Expression, Node, SourceFile } from 'typescript/unstable/ast'
import { isCallExpression, isPropertyAccessExpression } from 'typescript/unstable/ast/is'
import { API, type Checker, type Type, TypeFlags, type TypeReference } from 'typescript/unstable/sync'
import type { Observed, Site } from './observation.ts'

export type DeclaredColumn = {
  kinds: Set<Observed['kinds'][number]> | 'anything'
  /** Where the type lists the possible texts: no other may occur. */
  texts: Set<string> | null
  isOptional: boolean
  type: string
}
export type Declared = Site & { columns: Map<string, DeclaredColumn> }

const ASKS = new Set(['query', 'prepared'])
const isStoreFile = (path: string) =>
  path.startsWith('server/') && !path.endsWith('.test.ts') && !path.endsWith('/db/database.ts')

/** Every place in `server/` that queries the database and uses the result. */
export function readDeclared(root: string): Declared[] {
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProjects: [`${root}/tsconfig.json`] }).getProjects()
    if (!project) throw new Error('tsconfig.json was not read')
    const { program, checker } = project
    return program.getSourceFileNames().flatMap((name) => {
      const file = relative(root, name)
      const source = isStoreFile(file) ? program.getSourceFile(name) : undefined
      return source ? declaredIn(file, source, checker) : []
    })
  } finally {
    api.close()
  }
}

function declaredIn(file: string, source: SourceFile, checker: Checker): Declared[] {
  const found: Declared[] = []
  const visit = (node: Node): void => {
    const name = askedBy(node)
    if (name) {
      const { line, character } = source.getLineAndCharacterOfPosition(name.getStart(source))
      const columns = columnsOf(node as Expression, checker)
      if (columns) found.push({ file, line: line + 1, column: character + 1, columns })
    }
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

function askedBy(node: Node): Node | null {
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return null
  return ASKS.has(node.expression.name.text) ? node.expression.name : null
}

/** Null where nothing is claimed: not a query, or one whose result is not read. */
function columnsOf(call: Expression, checker: Checker): Declared['columns'] | null {
  const promise = checker.getTypeAtLocation(call)
  const rows = promise && argumentOf(promise, checker)
  const row = rows && checker.isArrayType(rows) ? argumentOf(rows, checker) : undefined
  if (!row) return null
  const properties = checker.getPropertiesOfType(row)
  if (properties.length === 0) return null
  return new Map(
    properties.map((property) => {
      const type = checker.getTypeOfSymbol(property)
      if (!type) throw new Error(`No type of ${property.name}`)
      return [property.name, columnOf(type, checker)]
    }),
  )
}

const argumentOf = (type: Type, checker: Checker): Type | undefined =>
  type.isTypeReference() ? checker.getTypeArguments(type as TypeReference)[0] : undefined

function columnOf(type: Type, checker: Checker): DeclaredColumn {
  const parts = type.isUnionType() ? type.getTypes() : [type]
  const has = (flag: TypeFlags) => parts.some((part) => (part.flags & flag) !== 0)
  const texts = parts.flatMap((part) => (part.isStringLiteralType() ? [String(part.value)] : []))
  const kinds = new Set(parts.flatMap((part) => kindOf(part, checker)))
  return {
    kinds: has(TypeFlags.Any | TypeFlags.Unknown) ? 'anything' : kinds,
    texts: texts.length > 0 && !has(TypeFlags.String) ? new Set(texts) : null,
    isOptional: has(TypeFlags.Undefined),
    type: checker.typeToString(type),
  }
}

function kindOf(type: Type, checker: Checker): Observed['kinds'] {
  const { flags } = type
  // A branded number is a number.
  if (type.isIntersectionType())
    return type
      .getTypes()
      .flatMap((part) => kindOf(part, checker))
      .slice(0, 1)
  if (flags & TypeFlags.Null) return ['null']
  if (flags & TypeFlags.StringLike) return ['string']
  if (flags & TypeFlags.NumberLike) return ['number']
  if (flags & TypeFlags.BooleanLike) return ['boolean']
  if (flags & TypeFlags.BigIntLike) return ['bigint']
  if (flags & TypeFlags.Undefined) return []
  if (checker.isArrayLikeType(type)) return ['array']
  if (type.getSymbol()?.name === 'Date') return ['Date']
  return ['object']
}
