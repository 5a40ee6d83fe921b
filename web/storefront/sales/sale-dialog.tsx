import { Button, Radio, Stack } from '@mantine/core'
import type { GetChatRoomsResponse, Post, UpdateSoldTypeData } from '@plaza/client/marketplace'
import { getChatRoomsOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { texts } from '../../texts/posts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Waiting } from '../../ui/states.tsx'
import { PriceInput } from '../price-input.tsx'

/** What becomes of a listing. */
export type Sale = Omit<UpdateSoldTypeData['body'], 'post_id'>

const elsewhere = 'elsewhere'

/** The people who chatted about a listing: only one of them can have bought it here. */
function useBuyers(post: Post) {
  return useQuery({
    ...getChatRoomsOptions({ query: { limit: 100 } }),
    select: ({ data: rooms }: GetChatRoomsResponse) =>
      rooms
        .filter((room) => room.productDetails?.product_id === post._id)
        .flatMap((room) => room.participants.filter(({ _id }) => _id !== post.seller._id)),
  })
}

interface SaleDialogProps {
  post: Post
  isPending: boolean
  onClose: () => void
  onSold: (sale: Sale) => void
}

export function SaleDialog({ post, isPending, onClose, onSold }: SaleDialogProps) {
  const buyers = useBuyers(post)
  const [buyer, setBuyer] = useState(elsewhere)
  const [price, setPrice] = useState<number | ''>(post.price)
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    onSold({
      ...(buyer === elsewhere
        ? { sold_type: 'sold_elsewhere' }
        : { sold_type: 'sold_here', buyer_id: buyer }),
      ...(price === '' ? {} : { sold_price: price }),
    })
  }
  return (
    <Dialog onClose={onClose} title={texts.sale.title}>
      <Stack component="form" onSubmit={confirm}>
        {buyers.isPending && <Waiting />}
        <Radio.Group value={buyer} onChange={setBuyer} aria-label={texts.sale.title}>
          <Stack gap={0}>
            {(buyers.data ?? []).map(({ _id, name }) => (
              <Radio key={_id} value={_id} label={<bdi>{name}</bdi>} />
            ))}
            <Radio value={elsewhere} label={texts.sale.elsewhere} />
          </Stack>
        </Radio.Group>
        <PriceInput
          label={`${texts.sale.price} (${post.currency})`}
          currency={post.currency}
          value={price}
          onChange={setPrice}
        />
        <Button type="submit" loading={isPending}>
          {texts.sale.confirm}
        </Button>
      </Stack>
    </Dialog>
  )
}
