import type { OrderDetail } from '@plaza/client/marketplace'
import { useQueryClient } from '@tanstack/react-query'

/** What each dialog about an order is given. */
export interface ActionProps {
  order: OrderDetail
  onClose: () => void
}

/** Everything that shows an order, or money, is read anew. */
export function useAfterwards(onClose: () => void): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries()
    onClose()
  }
}
