import { Button, Stack } from '@mantine/core'
import { texts } from '../../../texts/admin/marketplace/moderation.ts'

const words = texts.reviews

/** In place of what has left a queue, so that nothing that was meant for it is done to another. */
export const Gone = ({ goOn }: { goOn: () => void }) => (
  <Stack align="start" p="md">
    <p role="status">{words.gone}</p>
    <Button variant="default" onClick={goOn}>
      {words.next}
    </Button>
  </Stack>
)
