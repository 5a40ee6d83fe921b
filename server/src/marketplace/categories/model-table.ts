import { CsvError, parse } from 'csv-parse/sync'
import { type FieldProblem, validationFailed } from '../../platform/operation/problem.ts'
import type { GivenModel } from './model-queries.ts'
import type { CategoryTree } from './queries.ts'

/** The columns of a table of models, as it is written and read. */
export const columns = ['make', 'model', 'first_year', 'last_year', 'category'] as const
type Column = (typeof columns)[number]

const mostRows = 20_000
const mostTold = 100
const longestName = 80
const [firstYear, lastYear] = [1880, 2200]

/** Where a category stands, as its slugs: `vehicles/cars`; empty for none, and for one that was deleted. */
export function pathOf(tree: CategoryTree, id: string | null): string {
  const category = id === null ? undefined : tree.byId.get(id)
  if (!category || category.is_deleted) return ''
  const above = pathOf(tree, category.parent_id)
  return above === '' ? category.slug : `${above}/${category.slug}`
}

interface Line {
  info: { lines: number }
  record: Partial<Record<Column, string>>
}

/**
 * Reads a table of models: comma, semicolon or tab between the columns, which come in any order under their names.
 * @throws VALIDATION_FAILED, which names the lines
 */
export function readModels(csv: string, tree: CategoryTree): GivenModel[] {
  const lines = parsed(csv)
  const fields: FieldProblem[] = []
  const refuse = (line: number, message: string) => {
    if (fields.length < mostTold)
      fields.push({ path: 'body.csv', rule: 'line', message: `line ${line}: ${message}` })
  }
  const categories = new Map(tree.rows.map(({ id }) => [pathOf(tree, id), id]))
  const seen = new Map<string, number>()
  const models = lines.map(({ info: { lines: line }, record }): GivenModel => {
    const name = (column: 'make' | 'model') => {
      // What was written so that a spreadsheet does not run it.
      const text = (record[column] ?? '').normalize('NFC').replace(/^'(?=[=+\-@])/, '')
      if (text === '') refuse(line, `${column} is missing`)
      if ([...text].length > longestName) refuse(line, `${column} is longer than ${longestName} characters`)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
      if (/[\u0000-\u001f\u007f]/.test(text)) refuse(line, `${column} has characters that cannot be seen`)
      return text
    }
    const year = (column: 'first_year' | 'last_year') => {
      const text = record[column] ?? ''
      if (text === '') return null
      const number = /^\d{4}$/.test(text) ? Number(text) : Number.NaN
      if (!(number >= firstYear && number <= lastYear))
        refuse(line, `${column} is no year from ${firstYear} to ${lastYear}`)
      return number
    }
    const category = record.category ?? ''
    const categoryId = category === '' ? null : (categories.get(category) ?? null)
    if (category !== '' && categoryId === null) refuse(line, `there is no category ${category.slice(0, 80)}`)
    const [make, model, first, last] = [name('make'), name('model'), year('first_year'), year('last_year')]
    if (first !== null && last !== null && first > last) refuse(line, 'last_year lies before first_year')
    const pair = `${make.toLowerCase()}\n${model.toLowerCase()}`
    const earlier = seen.get(pair)
    if (earlier !== undefined) refuse(line, `is the same model as line ${earlier}`)
    else seen.set(pair, line)
    return { make, model, first_year: first, last_year: last, category_id: categoryId }
  })
  if (fields.length > 0) throw validationFailed({ fields })
  return models
}

function parsed(csv: string): Line[] {
  const refused = (rule: string, message: string) =>
    validationFailed({ fields: [{ path: 'body.csv', rule, message }] })
  try {
    // Whoever wrote it with a spreadsheet did not choose the separator.
    const [head = ''] = csv.split(/\r\n|\n|\r/, 1)
    const delimiter = [',', ';', '\t'].find((one) => head.includes(one)) ?? ','
    const lines: Line[] = parse(csv, {
      bom: true,
      delimiter,
      trim: true,
      info: true,
      skip_empty_lines: true,
      relax_column_count_less: true,
      to: mostRows + 1,
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
    })
    if (lines.length > mostRows) throw refused('maxRows', `has more than ${mostRows} models`)
    if (lines.length === 0)
      throw refused('rows', `needs a line with the names ${columns.join(', ')}, and one for each model`)
    return lines
  } catch (error) {
    if (error instanceof CsvError) throw refused('csv', `cannot be read: ${error.message}`)
    throw error
  }
}
