import { IconPencil } from '@tabler/icons-react'
import { texts } from '../../texts/posts.ts'
import { ButtonLink } from '../../ui/links.tsx'

/** The way to change a listing of one's own. */
export const EditLink = ({ listingId }: { listingId: string }) => (
  <ButtonLink
    to="/sell/$listingId"
    params={{ listingId }}
    variant="default"
    leftSection={<IconPencil aria-hidden size={18} />}
  >
    {texts.listing.edit}
  </ButtonLink>
)
