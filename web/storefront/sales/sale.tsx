import { Button } from '@mantine/core'
import type { Post } from '@plaza/client/marketplace'
import { updateSoldTypeMutation } from '@plaza/client/marketplace/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { texts } from '../../texts/posts.ts'
import { lazily } from '../../ui/lazy.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { messageOf } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { keepPost } from '../posts/posts.ts'

const SaleDialog = lazily(() => import('./sale-dialog.tsx'), 'SaleDialog')

/** Changes whether a listing is on offer, reserved or sold. */
function useSale() {
  const client = useQueryClient()
  return useMutation({
    ...updateSoldTypeMutation(),
    onSuccess: (changed, { body: { sold_type } }) => {
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
  status === 'sold' && sold_at !== null && Date.now() - Date.parse(sold_at) > undoDays * 86_400_000

interface SaleButtonsProps {
  post: Post
  /** Among others that can be sold as well. */
  isOneOfMany?: boolean
}

/** The owner's buttons, as far as the present state allows them. */
export function SaleButtons({ post, isOneOfMany = false }: SaleButtonsProps) {
  const { mutate, isPending } = useSale()
  const [isSelling, setSelling] = useState(false)
  useEffect(() => void SaleDialog.preload(), [])
  const isOpen = post.status === 'active' || post.status === 'reserved'
  const offer = (sold_type: 'available' | 'reserved') => () =>
    mutate({ body: { post_id: post._id, sold_type } })
  return (
    <>
      {isOver(post) && (
        <ButtonLink to="/sell" search={{ like: post._id }} variant="default">
          {texts.sale.relist}
        </ButtonLink>
      )}
      {(post.sold_type === 'reserved' || post.status === 'sold') && !isOver(post) && (
        <Button variant="default" loading={isPending} onClick={offer('available')}>
          {texts.sale.available}
        </Button>
      )}
      {post.status === 'active' && (
        <Button variant="default" loading={isPending} onClick={offer('reserved')}>
          {texts.sale.reserve}
        </Button>
      )}
      {isOpen && (
        <Button
          variant={isOneOfMany ? 'light' : 'filled'}
          onClick={() => setSelling(true)}
          aria-haspopup="dialog"
        >
          {texts.sale.sold}
        </Button>
      )}
      {isSelling && (
        <SaleDialog
          post={post}
          isPending={isPending}
          onClose={() => setSelling(false)}
          onSold={(sold) =>
            mutate({ body: { post_id: post._id, ...sold } }, { onSuccess: () => setSelling(false) })
          }
        />
      )}
    </>
  )
}
