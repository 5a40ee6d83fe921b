import { Button } from '@mantine/core'
import type { OfferShown } from '@plaza/client/marketplace'
import {
  acceptOfferMutation,
  declineOfferMutation,
  withdrawOfferMutation,
} from '@plaza/client/marketplace/queries'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../texts/offers.ts'
import { Confirmation } from '../../ui/confirmation.tsx'
import { dateTime } from '../../ui/dates.ts'
import { money } from '../../ui/formats.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { messageOf } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { useWhileShown } from '../../ui/while-shown.ts'
import { CounterDialog } from './offer-dialogs.tsx'
import classes from './offers.module.css'
import { useAnew } from './use-anew.ts'

interface OfferProps {
  offer: OfferShown
  isOwn: boolean
}

type Side = OfferShown['made_by']

const sideOf = ({ offer: { made_by }, isOwn }: OfferProps): Side =>
  isOwn ? made_by : made_by === 'buyer' ? 'seller' : 'buyer'

export const amountOf = ({ price, currency, quantity }: OfferShown): string =>
  texts.amount(money(price, currency), quantity)

function statusOf(props: OfferProps): string {
  const { offer, isOwn } = props
  if (offer.status === 'open') return texts.statuses.open[isOwn ? 'own' : 'other']
  if (offer.status === 'accepted') return texts.statuses.accepted[sideOf(props)]
  return texts.statuses[offer.status]
}

/** An offer inside the chat, with what its reader can do about it. */
export function OfferCard(props: OfferProps) {
  const { offer, isOwn } = props
  return (
    <fieldset className={classes.offer} aria-label={texts.by[isOwn ? 'own' : 'other']}>
      <span>{texts.by[isOwn ? 'own' : 'other']}</span>
      <strong className={classes.amount} data-figures>
        {amountOf(offer)}
      </strong>
      <State {...props} />
      {offer.reason && <span>{texts.reasons[offer.reason]}</span>}
      <Answers {...props} />
    </fieldset>
  )
}

/** How it stands, and until when. */
export function State(props: OfferProps) {
  const { ends_at: endsAt } = props.offer
  return (
    <span>
      {statusOf(props)}
      {endsAt && (
        <>
          {', '}
          <time dateTime={endsAt}>{texts.until(dateTime(endsAt))}</time>
        </>
      )}
    </span>
  )
}

/** What its reader can do about it. */
export function Answers(props: OfferProps) {
  const { offer, isOwn } = props
  if (offer.status === 'accepted' && sideOf(props) === 'buyer')
    return (
      <div className={classes.buttons}>
        <ButtonLink
          to="/listing/$listingId/buy"
          params={{ listingId: offer.post_id }}
          search={{ offer: offer._id }}
        >
          {texts.buy}
        </ButtonLink>
        <Withdraw offer={offer} label={texts.letGo} />
      </div>
    )
  if (offer.status !== 'open') return null
  return (
    <div className={classes.buttons}>
      {isOwn ? <Withdraw offer={offer} label={texts.withdraw} /> : <AnswerButtons offer={offer} />}
    </div>
  )
}

/** What became of an offer meanwhile is shown as well, where the answer came too late. */
const useAfterwards = () => {
  const anew = useAnew()
  return {
    onSuccess: anew,
    onError: (error: unknown) => {
      say(messageOf(error), 'bad')
      void anew()
    },
  }
}

function Withdraw({ offer, label }: { offer: OfferShown; label: string }) {
  const { mutate, isPending } = useMutation({ ...withdrawOfferMutation(), ...useAfterwards() })
  return (
    <Button variant="default" loading={isPending} onClick={() => mutate({ path: { offer_id: offer._id } })}>
      {label}
    </Button>
  )
}

function AnswerButtons({ offer }: { offer: OfferShown }) {
  const [open, setOpen] = useState<'accept' | 'counter' | null>(null)
  const decline = useMutation({ ...declineOfferMutation(), ...useAfterwards() })
  const path = { offer_id: offer._id }
  const close = () => setOpen(null)
  return (
    <>
      <Button onClick={() => setOpen('accept')}>{texts.accept}</Button>
      <Button variant="default" onClick={() => setOpen('counter')}>
        {texts.counter}
      </Button>
      <Button variant="default" loading={decline.isPending} onClick={() => decline.mutate({ path })}>
        {texts.decline}
      </Button>
      {open === 'accept' && <Accepting offer={offer} onClose={close} />}
      {open === 'counter' && <CounterDialog offer={offer} onClose={close} />}
    </>
  )
}

function Accepting({ offer, onClose }: { offer: OfferShown; onClose: () => void }) {
  const anew = useAnew()
  const close = useWhileShown(onClose)
  const accept = useMutation({
    ...acceptOfferMutation(),
    onSuccess: async () => {
      await anew()
      close()
    },
  })
  return (
    <Confirmation
      title={texts.acceptTitle(amountOf(offer))}
      hint={texts.acceptHint}
      action={texts.accept}
      change={{ ...accept, mutate: () => accept.mutate({ path: { offer_id: offer._id } }) }}
      onClose={onClose}
    />
  )
}
