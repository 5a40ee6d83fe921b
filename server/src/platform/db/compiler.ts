import {
  type ColumnNode,
  type CompiledQuery,
  type IdentifierNode,
  type OperationNode,
  PostgresQueryCompiler,
  type QueryId,
  type RawNode,
  type ReferenceNode,
  type RootOperationNode,
  type SchemableIdentifierNode,
  type TableNode,
  type ValueNode,
} from 'kysely'

/** Some hundred statements of some tens of pieces each; what is put together from ever new pieces is not kept. */
const mostPieces = 20_000

/** Where a statement has come to after some of its pieces. */
class Piece {
  text: string | undefined
  /** After a value, which becomes a parameter. */
  #afterValue: Piece | undefined
  // Most have one that follows, and need no map.
  #only: unknown
  #afterOnly: Piece | undefined
  #others: Map<unknown, Piece> | undefined

  afterValue(make: () => Piece | undefined): Piece | undefined {
    this.#afterValue ??= make()
    return this.#afterValue
  }

  after(token: unknown, make: () => Piece | undefined): Piece | undefined {
    if (this.#afterOnly === undefined) {
      this.#only = token
      this.#afterOnly = make()
      return this.#afterOnly
    }
    if (this.#only === token) return this.#afterOnly
    const known = this.#others?.get(token)
    if (known) return known
    const made = make()
    this.#others ??= new Map()
    if (made) this.#others.set(token, made)
    return made
  }
}

const isTemplate = (fragments: readonly string[]): boolean => 'raw' in fragments

/** What a name is, such as that of a column; undefined for what is no name. */
function nameOf(node: OperationNode): string | undefined {
  switch (node.kind) {
    case 'IdentifierNode':
      return (node as IdentifierNode).name
    case 'ColumnNode':
      return nameOf((node as ColumnNode).column)
    case 'TableNode':
      return nameOf((node as TableNode).table)
    case 'SchemableIdentifierNode': {
      const { schema, identifier } = node as SchemableIdentifierNode
      return schema ? `${schema.name}\0${identifier.name}` : identifier.name
    }
    case 'ReferenceNode': {
      const { table, column } = node as ReferenceNode
      const [before, name] = [table ? nameOf(table) : '', nameOf(column)]
      return before === undefined || name === undefined ? undefined : `${before}\0\0${name}`
    }
    default:
      return undefined
  }
}

/**
 * Compiles a statement once for the pieces that it is put together from, which the next time are found to be the same by
 * their identity: the text is neither written nor hashed again.
 */
export class KeepingCompiler extends PostgresQueryCompiler {
  readonly #start = new Piece()
  #pieces = 0
  readonly #make = () => {
    if (this.#pieces >= mostPieces) return undefined
    this.#pieces += 1
    return new Piece()
  }

  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    const parameters: unknown[] = []
    const end = node.kind === 'RawNode' ? this.#pass(this.#start, node as RawNode, parameters) : undefined
    if (!end) return super.compileQuery(node, queryId)
    end.text ??= super.compileQuery(node, queryId).sql
    return { query: node, queryId, sql: end.text, parameters }
  }

  /** @returns where it comes to; undefined when it is not kept */
  #pass(from: Piece, { sqlFragments, parameters }: RawNode, values: unknown[]): Piece | undefined {
    const isKnownByItself = isTemplate(sqlFragments)
    let at = from.after(isKnownByItself ? sqlFragments : sqlFragments.length, this.#make)
    if (!isKnownByItself) for (const fragment of sqlFragments) at = at?.after(fragment, this.#make)
    for (const parameter of parameters) {
      if (!at) return undefined
      at = this.#passOne(at, parameter, values)
    }
    return at
  }

  #passOne(at: Piece, node: OperationNode, values: unknown[]): Piece | undefined {
    if (node.kind === 'RawNode') return this.#pass(at, node as RawNode, values)
    if (node.kind !== 'ValueNode') {
      const name = nameOf(node)
      return name === undefined ? undefined : at.after(node.kind, this.#make)?.after(name, this.#make)
    }
    const { immediate, value } = node as ValueNode
    if (immediate) return at.after('immediate', this.#make)?.after(value, this.#make)
    values.push(value)
    return at.afterValue(this.#make)
  }
}
