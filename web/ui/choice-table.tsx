import { Checkbox, VisuallyHidden } from '@mantine/core'
import classes from './choice-table.module.css'

interface Choice {
  isOn: boolean
  isFixed?: boolean
}

interface ChoiceTableProps<Row extends string, Column extends string> {
  rows: readonly (readonly [Row, string])[]
  columns: readonly (readonly [Column, string])[]
  /** Above the names of the rows. */
  heading: string
  /** What a box is called. */
  name: (row: string, column: string) => string
  /** Undefined where there is nothing to choose. */
  choice: (row: Row, column: Column) => Choice | undefined
  onChoose: (row: Row, column: Column, isOn: boolean) => void
}

/** A box for each row and column, each kept as it is chosen. */
export const ChoiceTable = <Row extends string, Column extends string>({
  rows,
  columns,
  heading,
  name,
  choice,
  onChoose,
}: ChoiceTableProps<Row, Column>) => (
  <table className={classes.table}>
    <thead>
      <tr>
        <th scope="col">{heading}</th>
        {columns.map(([column, title]) => (
          <th key={column} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([row, rowTitle]) => (
        <tr key={row}>
          <th scope="row">{rowTitle}</th>
          {columns.map(([column, columnTitle]) => {
            const of = choice(row, column)
            return (
              <td key={column}>
                {of && (
                  <label className={classes.box} htmlFor={`${row}-${column}`}>
                    <VisuallyHidden>{name(rowTitle, columnTitle)}</VisuallyHidden>
                    <Checkbox
                      id={`${row}-${column}`}
                      checked={of.isOn}
                      disabled={of.isFixed ?? false}
                      onChange={({ currentTarget: { checked } }) => onChoose(row, column, checked)}
                    />
                  </label>
                )}
              </td>
            )
          })}
        </tr>
      ))}
    </tbody>
  </table>
)
