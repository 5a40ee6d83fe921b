import type { Receipt } from '@plaza/client/marketplace'
import { getReceiptsInfiniteOptions } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { texts } from '../../texts/wallet.ts'
import { date } from '../../ui/dates.ts'
import { money } from '../../ui/formats.ts'
import { TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { byCursor, rowsOf } from '../../ui/queries.ts'
import { Empty, Failed, More, Waiting } from '../../ui/states.tsx'
import { PdfButton } from './pdf-button.tsx'
import classes from './wallet.module.css'

/** The receipts of what the person paid and was paid. */
export function Receipts() {
  const list = useInfiniteQuery({ ...getReceiptsInfiniteOptions({ query: { limit: 20 } }), ...byCursor })
  const receipts = rowsOf(list.data)
  return (
    <div className={classes.page}>
      <TextLink to="/wallet" py="sm" display="inline-block">
        {texts.toWallet}
      </TextLink>
      <PageTitle>{texts.receipts}</PageTitle>
      {list.isPending && <Waiting />}
      {list.isError && receipts.length === 0 && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.isSuccess && receipts.length === 0 && (
        <Empty title={texts.noReceipts} hint={texts.noReceiptsHint} />
      )}
      <ul className={classes.list} aria-label={texts.receipts}>
        {receipts.map((receipt) => (
          <Row key={receipt._id} receipt={receipt} />
        ))}
      </ul>
      <More query={list} />
    </div>
  )
}

function Row({ receipt }: { receipt: Receipt }) {
  const { _id, number, type, subject, total, currency, transaction_id, createdAt } = receipt
  const name = texts.receipt(number)
  return (
    <li className={classes.row}>
      <span>
        <TextLink to="/wallet/$transactionId" params={{ transactionId: transaction_id }}>
          {name}
        </TextLink>
        <br />
        <span className={classes.soft}>
          {[date(createdAt), texts.types[type], subject, money(total, currency)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <PdfButton receiptId={_id} name={texts.pdf} label={texts.pdfOf(name)} />
    </li>
  )
}
