import { resumePayment } from '@plaza/client/marketplace'
import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../ui/failure.ts'

const keyOf = (paymentId: string) => ['payment-standing', paymentId]

const isOther = ({ queryKey }: Query) => queryKey[0] !== 'payment-standing'

/** How a payment stands that waits for something; its provider is asked, and what it says shows everywhere. */
export function useStanding(paymentId: string) {
  const client = useQueryClient()
  return useQuery({
    queryKey: keyOf(paymentId),
    queryFn: async () => {
      const { data } = await ask(resumePayment({ body: { payment_id: paymentId } }))
      if (data.status === 'succeeded' || data.status === 'failed')
        void client.invalidateQueries({ predicate: isOther })
      return data
    },
    staleTime: 0,
    gcTime: 0,
  })
}
