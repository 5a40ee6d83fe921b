import { Button, Stack, Text } from '@mantine/core'
import type { OfferFloor } from '@plaza/client/marketplace'
import { getOfferFloorOptions, setOfferFloorMutation } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../../texts/offers.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useServerForm } from '../../ui/server-form.ts'
import { Failed, FormFailure, Waiting } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { useWhileShown } from '../../ui/while-shown.ts'
import { PriceInput } from '../price-input.tsx'
import { useAnew } from './use-anew.ts'

interface FloorProps {
  postId: string
  onClose: () => void
}

export function FloorDialog({ postId, onClose }: FloorProps) {
  const floor = useQuery({ ...getOfferFloorOptions({ query: { post_id: postId } }), gcTime: 0 })
  return (
    <Dialog onClose={onClose} title={texts.floor}>
      {floor.isPending && <Waiting />}
      {floor.isError && <Failed error={floor.error} retry={() => floor.refetch()} />}
      {floor.data && <FloorForm floor={floor.data.data} postId={postId} onClose={onClose} />}
    </Dialog>
  )
}

function FloorForm({ floor, postId, onClose }: FloorProps & { floor: OfferFloor }) {
  const anew = useAnew()
  const close = useWhileShown(onClose)
  const form = useServerForm({
    initialValues: { price: (floor.price ?? '') as number | '' },
    mutation: setOfferFloorMutation(),
    request: ({ price }) => ({ body: { post_id: postId, price: price === '' ? null : price } }),
    onSuccess: async () => {
      await anew()
      say(texts.saved)
      close()
    },
  })
  return (
    <form onSubmit={form.submit()}>
      <Stack>
        <Text>{texts.floorHint}</Text>
        <PriceInput
          data-autofocus
          currency={floor.currency}
          label={texts.floorPrice}
          description={texts.floorAny}
          {...form.getInputProps('price')}
        />
        <FormFailure message={form.failure} />
        <Button type="submit" loading={form.isSending}>
          {texts.save}
        </Button>
      </Stack>
    </form>
  )
}
