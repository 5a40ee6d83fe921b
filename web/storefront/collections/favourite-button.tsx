import { IconButton } from '../../ui/plain-button.tsx'
import classes from './favourite-button.module.css'
import { type Favourable, useHeart } from './use-heart.ts'

/** A heart by itself. */
export function FavouriteButton({
  post,
  className = '',
}: {
  post: Favourable
  className?: string | undefined
}) {
  const { Icon, props } = useHeart(post)
  return (
    <IconButton className={`${classes.heart} ${className}`} {...props}>
      <Icon aria-hidden size={20} />
    </IconButton>
  )
}
