import { useEffect, useRef } from 'react'
import { texts } from '../../texts/wellness.ts'
import classes from './recording.module.css'

/** What is listened to or watched. Its address is good for a quarter of an hour; the next one goes on where it was. */
export function Recording({
  isVideo,
  url,
  isPaused,
  onExpired,
}: {
  isVideo: boolean
  url: string
  isPaused: boolean
  onExpired: () => void
}) {
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  const position = useRef(0)
  const refusals = useRef(0)
  useEffect(() => {
    if (isPaused) player.current?.pause()
  }, [isPaused])
  const Player = isVideo ? 'video' : 'audio'
  return (
    <Player
      ref={player}
      className={classes.recording}
      aria-label={texts.practice.recording}
      controls
      playsInline
      preload="metadata"
      src={url}
      onLoadedMetadata={({ currentTarget }) => {
        refusals.current = 0
        currentTarget.currentTime = position.current
      }}
      onTimeUpdate={({ currentTarget }) => {
        position.current = currentTarget.currentTime
      }}
      onError={() => {
        // What a new address does not mend is broken.
        refusals.current += 1
        if (refusals.current === 1) onExpired()
      }}
    />
  )
}
