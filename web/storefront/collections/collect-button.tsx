import { Button } from '@mantine/core'
import { IconFolderPlus } from '@tabler/icons-react'
import { texts } from '../../texts/collections.ts'
import { type Collected, collect } from './collecting.ts'

/** Puts a saved listing into collections. */
export const CollectButton = ({ post }: { post: Collected }) => (
  <Button
    variant="default"
    aria-haspopup="dialog"
    leftSection={<IconFolderPlus aria-hidden size={18} />}
    onClick={() => collect(post)}
  >
    {texts.sort}
  </Button>
)
