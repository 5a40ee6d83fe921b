import type { ExerciseDetail } from '@plaza/client/wellness'
import { useEffect, useRef, useState } from 'react'
import { texts } from '../../texts/wellness.ts'
import { fileOf } from '../offline/recordings.ts'
import { useAddress } from '../offline/use-exercise.ts'
import { useLockScreen } from './lock-screen.ts'
import classes from './recording.module.css'

/** What is listened to or watched. Its address is good for a quarter of an hour; the next one goes on where it was. */
export function Recording({
  exercise: { title, category, thumbnail, mediaType },
  url,
  recording,
  isPaused,
  passedSeconds,
  onToggle,
  onExpired,
}: {
  exercise: Pick<ExerciseDetail, 'title' | 'category' | 'thumbnail' | 'mediaType'>
  url: string | null
  /** The same, where it is kept on the device. */
  recording: Blob | undefined
  isPaused: boolean
  /** Of the practice: it goes on there when the page was closed meanwhile. */
  passedSeconds: number
  /** Pauses the practice, or goes on with it: the two go together, whichever is pressed. */
  onToggle: () => void
  onExpired: () => void
}) {
  const kept = useAddress(recording)
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  const position = useRef(passedSeconds)
  const refusals = useRef(0)
  const [address, setAddress] = useState(url)
  useEffect(() => {
    // Each answer of the server has another address: of the same file, it would only begin to load again.
    setAddress((shown) => (refusals.current > 0 || fileOf(url) !== fileOf(shown) ? url : shown))
  }, [url])
  useEffect(() => {
    if (isPaused) player.current?.pause()
    // Where a browser wants a press on the player first, its own button is there.
    else void player.current?.play().catch(() => undefined)
  }, [isPaused])
  useLockScreen({
    title,
    artist: category.name,
    artwork: thumbnail,
    isPaused,
    onToggle,
    onSeek: (seconds) => {
      if (player.current) player.current.currentTime += seconds
    },
  })
  const Player = mediaType === 'VIDEO' ? 'video' : 'audio'
  return (
    <Player
      ref={player}
      className={classes.recording}
      aria-label={texts.practice.recording}
      controls
      playsInline
      preload="metadata"
      src={recording ? kept : (address ?? undefined)}
      onLoadedMetadata={({ currentTarget }) => {
        refusals.current = 0
        currentTarget.currentTime = position.current
        if (!isPaused) void currentTarget.play().catch(() => undefined)
      }}
      onPlay={() => isPaused && onToggle()}
      onPause={({ currentTarget }) => {
        // It also stops at its end, and while the next address is fetched: the practice goes on.
        if (!isPaused && !currentTarget.ended && currentTarget.readyState > 0) onToggle()
      }}
      onTimeUpdate={({ currentTarget }) => {
        position.current = currentTarget.currentTime
      }}
      onError={() => {
        // What a new address does not mend is broken.
        refusals.current += 1
        setAddress(url)
        if (refusals.current === 1) onExpired()
      }}
    />
  )
}
