import { Button } from '@mantine/core'
import { type Post, updateSoldType } from '@plaza/client/marketplace'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { texts } from '../../texts/listings.ts'
import { ask } from '../../ui/failure.ts'
import { lazily } from '../../ui/lazy.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { messageOf } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { keepPost } from '../posts.ts'

const SaleDialog = lazily(() => import('./sale-dialog.tsx'), 'SaleDialog')

export interface Sale {
  sold_type: 'available' | 'reserved' | 'sold_here' | 'sold_elsewhere'
  buyer_id?: string
  sold_price?: number
}

/** Changes whether a listing is on offer, reserved or sold. */
export function useSale(post: Pick<Post, '_id'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (sale: Sale) =>
      (await ask(updateSoldType({ body: { post_id: post._id, ...sale } }))).data,
    onSuccess: (changed, { sold_type }) => {
      keepPost(client, changed)
      const { available, reserved, sold } = texts.sale.done
      say(sold_type === 'available' ? available : sold_type === 'reserved' ? reserved : sold)
    },
    onError: (error) => say(messageOf(error), 'bad'),
  })
}

const undoDays = 30

/** What ended for good is offered again by a listing of its own. */
const isOver = ({ status, sold_at }: Post): boolean =>
  ['expired', 'closed'].includes(status) ||
  (status === 'sold' && sold_at !== null && Date.now() - Date.parse(sold_at) > undoDays * 86_400_000)

/** The owner's buttons, as far as the present state allows them. */
export function SaleButtons({ post }: { post: Post }) {
  const sale = useSale(post)
  const [isSelling, setSelling] = useState(false)
  useEffect(() => void SaleDialog.preload(), [])
  const isOpen = post.status === 'active' || post.status === 'reserved'
  const offer = (sold_type: 'available' | 'reserved') => () => sale.mutate({ sold_type })
  return (
    <>
      {isOver(post) && (
        <ButtonLink to="/sell" search={{ like: post._id }} variant="default">
          {texts.sale.available}
        </ButtonLink>
      )}
      {(post.status === 'reserved' || post.status === 'sold') && !isOver(post) && (
        <Button variant="default" loading={sale.isPending} onClick={offer('available')}>
          {texts.sale.available}
        </Button>
      )}
      {post.status === 'active' && (
        <Button variant="default" loading={sale.isPending} onClick={offer('reserved')}>
          {texts.sale.reserve}
        </Button>
      )}
      {isOpen && (
        <Button onClick={() => setSelling(true)} aria-haspopup="dialog">
          {texts.sale.sold}
        </Button>
      )}
      {isSelling && (
        <SaleDialog
          post={post}
          isPending={sale.isPending}
          onClose={() => setSelling(false)}
          onSold={(sold) => sale.mutate(sold, { onSuccess: () => setSelling(false) })}
        />
      )}
    </>
  )
}
