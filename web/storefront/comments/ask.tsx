import { useEffect, useState } from 'react'
import { texts } from '../../texts/comments.ts'
import classes from './comments.module.css'
import { Composer } from './for-writers.ts'

/**
 * Where one asks. The field is fetched once somebody has read down to it; a button stands in its place until then, and
 * who has chosen that is in the field as soon as it is there.
 */
export function Ask({ postId, isNear }: { postId: string; isNear: boolean }) {
  const [isWanted, setWanted] = useState(false)
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    if (isNear || isWanted) void Composer.preload().then(() => setThere(true))
  }, [isNear, isWanted])
  const want = () => setWanted(true)
  return (
    <div className={classes.ask}>
      {isThere ? (
        <Composer postId={postId} label={texts.ask} isFirst={isWanted} />
      ) : (
        <button type="button" className={classes.standIn} onFocus={want} onClick={want}>
          {texts.ask}
        </button>
      )}
    </div>
  )
}
