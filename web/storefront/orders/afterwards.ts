import type { OrderDetail } from '@plaza/client/marketplace'
import { useQueryClient } from '@tanstack/react-query'
import { useWhileShown } from '../../ui/while-shown.ts'

/** What each dialog about an order is given. */
export interface ActionProps {
  order: OrderDetail
  onClose: () => void
}

/** Everything that shows an order, or money, is read anew. */
export function useAfterwards(onClose: () => void): () => Promise<void> {
  const client = useQueryClient()
  const close = useWhileShown(onClose)
  return async () => {
    await client.invalidateQueries()
    close()
  }
}
