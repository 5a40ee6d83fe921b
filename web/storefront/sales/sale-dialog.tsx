import { Button, Radio, Stack } from '@mantine/core'
import {
  type ChatRoomRecord,
  type GetChatRoomsResponse,
  getChatRooms,
  type Post,
  type UpdateSoldTypeData,
} from '@plaza/client/marketplace'
import { getChatRoomsQueryKey } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { texts } from '../../texts/posts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ask } from '../../ui/failure.ts'
import { Failed, Waiting } from '../../ui/states.tsx'
import { PriceInput } from '../price-input.tsx'

/** What becomes of a listing. */
export type Sale = Omit<UpdateSoldTypeData['body'], 'post_id'>

const elsewhere = 'elsewhere'

async function allRooms(): Promise<ChatRoomRecord[]> {
  const rooms: ChatRoomRecord[] = []
  for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined; ) {
    const page: GetChatRoomsResponse = await ask(getChatRooms({ query: cursor === '' ? {} : { cursor } }))
    rooms.push(...page.data)
    cursor = page.meta?.nextCursor
  }
  return rooms
}

/** The people who chatted about a listing: only one of them can have bought it here. */
function useBuyers(post: Post) {
  return useQuery({
    queryKey: [...getChatRoomsQueryKey(), 'all'],
    queryFn: allRooms,
    select: (rooms) =>
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
        {buyers.isError && !buyers.data && <Failed error={buyers.error} retry={() => buyers.refetch()} />}
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
        {/* Who cannot be chosen yet may be the buyer. */}
        <Button type="submit" disabled={!buyers.data} loading={isPending}>
          {texts.sale.confirm}
        </Button>
      </Stack>
    </Dialog>
  )
}
