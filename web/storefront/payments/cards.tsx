import { Button } from '@mantine/core'
import type { PaymentMethodRecord } from '@plaza/client/marketplace'
import {
  deletePaymentMethodMutation,
  getPaymentMethodsOptions,
  selectDefaultPaymentMethodMutation,
} from '@plaza/client/marketplace/queries'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { texts } from '../../texts/payments.ts'
import { calendarMonth } from '../../ui/dates.ts'
import { TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ofNoun } from '../../ui/queries.ts'
import { Empty, Failed, messageOf, Waiting } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { Mark } from '../wallet/mark.tsx'
import { RemoveButton } from '../wallet/remove-button.tsx'
import classes from '../wallet/wallet.module.css'
import { AddCard } from './add-card.tsx'
import { cardName } from './card-name.ts'

/** The cards that the person has saved. */
export function Cards() {
  const list = useQuery(getPaymentMethodsOptions())
  const cards = list.data?.data ?? []
  return (
    <div className={classes.page}>
      <TextLink to="/wallet" py="sm" display="inline-block">
        {texts.toWallet}
      </TextLink>
      <PageTitle>{texts.title}</PageTitle>
      {list.isPending && <Waiting />}
      {list.isError && !list.data && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.data && cards.length === 0 && <Empty title={texts.empty} hint={texts.emptyHint} />}
      {cards.length > 0 && (
        <ul className={classes.list} aria-label={texts.title}>
          {cards.map((card) => (
            <Card key={card._id} card={card} />
          ))}
        </ul>
      )}
      <AddCard />
    </div>
  )
}

function Card({ card }: { card: PaymentMethodRecord }) {
  const client = useQueryClient()
  const remove = useMutation({
    ...deletePaymentMethodMutation(),
    onSuccess: async () => {
      await client.invalidateQueries(ofNoun('payments'))
      say(texts.removed)
    },
  })
  const name = cardName(card)
  return (
    <li className={classes.row}>
      <span>
        <span className={classes.name}>
          <strong>{name}</strong>
          {card.is_default && <Mark>{texts.isDefault}</Mark>}
          {card.expires_soon && <Mark>{texts.expiresSoon}</Mark>}
        </span>
        <span className={classes.soft}>{texts.goodUntil(calendarMonth(card.exp))}</span>
      </span>
      <span className={classes.buttons}>
        {!card.is_default && <DefaultButton card={card} />}
        <RemoveButton
          name={texts.remove}
          title={texts.removeOf(name)}
          hint={texts.removeHint}
          change={{ ...remove, mutate: () => remove.mutate({ path: { id: card._id } }) }}
        />
      </span>
    </li>
  )
}

function DefaultButton({ card }: { card: PaymentMethodRecord }) {
  const client = useQueryClient()
  const choose = useMutation({
    ...selectDefaultPaymentMethodMutation(),
    onSuccess: () => client.invalidateQueries(ofNoun('payments')),
    onError: (error) => say(messageOf(error), 'bad'),
  })
  return (
    <Button
      variant="default"
      aria-label={texts.chooseDefaultOf(cardName(card))}
      loading={choose.isPending}
      onClick={() => choose.mutate({ body: { payment_method_id: card._id } })}
    >
      {texts.chooseDefault}
    </Button>
  )
}
