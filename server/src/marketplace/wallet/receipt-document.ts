import { languageOf } from '../../platform/language.ts'
import { amountFormat, majorOf } from '../../platform/money.ts'
import type { Reading } from '../../platform/operation/work.ts'
import type { Caller } from '../access.ts'
import { textsIn } from '../texts.ts'
import { selectNames, selectUser } from '../users/public.ts'
import { noSuchReceipt } from './problems.ts'
import { type ReceiptRow, receiptSides, selectReceipt } from './receipt-queries.ts'

/** What a receipt says, whatever it is written on. */
export interface ReceiptDocument {
  language: string
  title: string
  /** Such as the date, and with whom. */
  facts: readonly (readonly [name: string, value: string])[]
  /** What is charged, by whose it is. */
  parts: readonly { title: string; lines: readonly (readonly [label: string, amount: string])[] }[]
  total: readonly [label: string, amount: string]
  notes: readonly string[]
}

/**
 * A receipt in the words of a language; of another person only for administrators.
 * @throws NO_SUCH_RECEIPT
 */
export async function readDocument(
  { db }: Pick<Reading, 'db'>,
  id: string,
  caller: Pick<Caller, 'id' | 'kind' | 'timezone'>,
): Promise<{ row: ReceiptRow; document: ReceiptDocument }> {
  const userId = caller.kind === 'administrator' ? null : caller.id
  const [row, reader] = await Promise.all([selectReceipt(db, { id, userId }), selectUser(db, caller.id)])
  if (!row) throw noSuchReceipt()
  const names = await selectNames(
    db,
    [row.user_id, row.counterpart_id].filter((one) => one !== null),
  )
  const view = { language: languageOf(reader?.language ?? 'en'), timezone: caller.timezone, names }
  return { row, document: documentOf(row, view) }
}

interface View {
  language: string
  timezone: string
  names: ReadonlyMap<string, string>
}

function documentOf(row: ReceiptRow, { language, timezone, names }: View): ReceiptDocument {
  const says = textsIn(language).receipt
  // A code rather than a sign: several currencies share the dollar's.
  const format = amountFormat(language, row.currency, 'code')
  const amount = (minor: number) => format.format(majorOf(minor, row.currency))
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: timezone })
  const nameOf = (id: string | null) => (id === null ? says.marketplace : names.get(id) || says.left)
  const of = (side: (typeof receiptSides)[number]) => row.lines.filter((line) => line.side === side)
  return {
    language,
    title: says.title(row.number),
    facts: [
      [says.date, date.format(row.issued_at)],
      [says.of, nameOf(row.user_id)],
      [says.counterpart, nameOf(row.counterpart_id)],
      [says.subject, [says.types[row.type], row.subject].filter((part) => part !== '').join(': ')],
      [says.transaction, row.transaction_id],
    ],
    parts: receiptSides
      .filter((side) => of(side).length > 0)
      .map((side) => ({
        title: says.sides[side],
        lines: of(side).map((line) => [says.labels[line.label], amount(line.amount_minor)] as const),
      })),
    total: [says.total, amount(totalOf(row))],
    notes: [...(row.number === null ? [says.unnumbered] : []), ...(row.mode === 'test' ? [says.test] : [])],
  }
}

export const totalOf = ({ lines }: Pick<ReceiptRow, 'lines'>): number =>
  lines.reduce((sum, line) => sum + line.amount_minor, 0)
