import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { texts } from '../../texts/chat.ts'
import type { Queued } from '../../ui/queue.ts'
import { type OutgoingMessage, outbox } from './outbox.ts'
import classes from './room.module.css'

/** A message that is still on its way, or that the server refused. */
export function WaitingMessage({ queued: { id, item, refusal } }: { queued: Queued<OutgoingMessage> }) {
  return (
    <>
      <li className={classes.message} data-own="true" data-waiting="true">
        <div className={classes.bubble}>
          {item.pictures.length > 0 && (
            <div className={classes.pictures}>
              {item.pictures.map((picture, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the pictures of a message keep their order
                <LocalPicture key={index} picture={picture} />
              ))}
            </div>
          )}
          {item.text && (
            <p className={classes.text} dir="auto">
              {item.text}
            </p>
          )}
          {refusal === undefined && <div className={classes.meta}>{texts.waiting}</div>}
        </div>
      </li>
      {refusal !== undefined && (
        <li className={classes.refusal}>
          {texts.refused(refusal)}
          <Button variant="default" onClick={() => outbox.retry(id)}>
            {texts.retry}
          </Button>
          <Button variant="default" onClick={() => outbox.remove(id)}>
            {texts.remove}
          </Button>
        </li>
      )}
    </>
  )
}

/** A picture that is only in this browser yet. */
export function LocalPicture({ picture, alt = '' }: { picture: Blob; alt?: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(picture)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  return url ? <img src={url} alt={alt} width="100%" /> : null
}
