import { texts } from '../../../texts/admin/marketplace/payments.ts'
import { date, dateTime } from '../../../ui/dates.ts'
import { money } from '../../../ui/formats.ts'
import { TextLink } from '../../../ui/links.tsx'
import type { Column } from '../../table.tsx'

// What every list of money has.

export const amountColumn = <Row extends { amount: number; currency: string }>(
  name: string,
): Column<Row> => ({
  key: 'amount',
  name,
  value: (row) => row.amount,
  cell: (row) => money(row.amount, row.currency),
  isNumber: true,
})

interface Person {
  id: string
  name: string
}

/** Somebody, with the way to their account. */
export const personColumn = <Row,>(key: string, name: string, of: (row: Row) => Person): Column<Row> => ({
  key,
  name,
  value: (row) => of(row).name,
  cell: (row) => (
    <TextLink to="/people/$userId" params={{ userId: of(row).id }} inherit>
      <bdi>{of(row).name}</bdi>
    </TextLink>
  ),
})

/** Who processes it, and what they call it. */
export const providerColumn = <Row extends { provider: string; mode: string }>(
  name: string,
  of: (row: Row) => string | null,
): Column<Row> => ({
  key: 'provider',
  name,
  value: (row) => row.provider,
  cell: (row) => (
    <span title={of(row) ?? undefined}>{row.mode === 'test' ? texts.test(row.provider) : row.provider}</span>
  ),
})

export const momentColumn = <Row,>(key: string, name: string, of: (row: Row) => string): Column<Row> => ({
  key,
  name,
  value: of,
  cell: (row) => dateTime(of(row)),
})

export const dayColumn = <Row,>(key: string, name: string, of: (row: Row) => string): Column<Row> => ({
  ...momentColumn(key, name, of),
  cell: (row) => date(of(row)),
})
