import { useEffect, useRef } from 'react'

interface Playing {
  title: string
  /** What stands below the title: the category. */
  artist: string
  /** The address of a picture. */
  artwork: string | null
  isPaused: boolean
  /** Goes on, or pauses. */
  onToggle: () => void
  /** Moves by so many seconds, where that can be. */
  onSeek?: (seconds: number) => void
  /** Seconds that have passed, and that it takes; undefined where the player says so itself, or nobody knows. */
  position?: { passed: number; of: number } | undefined
}

const skipSeconds = 15

/** Shows what plays on the lock screen, where it can be paused, resumed and moved (the Media Session of browsers). */
export function useLockScreen(playing: Playing): void {
  const { title, artist, artwork, isPaused } = playing
  const canSeek = playing.onSeek !== undefined
  const latest = useRef(playing)
  latest.current = playing
  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    const { mediaSession } = navigator
    mediaSession.metadata = new MediaMetadata({
      title,
      artist,
      artwork: artwork ? [{ src: artwork, type: 'image/webp' }] : [],
    })
    const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
      play: () => latest.current.isPaused && latest.current.onToggle(),
      pause: () => !latest.current.isPaused && latest.current.onToggle(),
      ...(canSeek && {
        seekbackward: ({ seekOffset }) => latest.current.onSeek?.(-(seekOffset ?? skipSeconds)),
        seekforward: ({ seekOffset }) => latest.current.onSeek?.(seekOffset ?? skipSeconds),
      }),
    }
    const set = (isOn: boolean) => {
      for (const [action, handler] of Object.entries(handlers))
        mediaSession.setActionHandler(action as MediaSessionAction, isOn ? handler : null)
    }
    set(true)
    return () => {
      set(false)
      mediaSession.metadata = null
    }
  }, [title, artist, artwork, canSeek])
  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    const { position } = latest.current
    navigator.mediaSession.playbackState = isPaused ? 'paused' : 'playing'
    if (position)
      navigator.mediaSession.setPositionState({
        duration: position.of,
        position: Math.min(position.passed, position.of),
      })
    return () => {
      navigator.mediaSession.playbackState = 'none'
    }
  }, [isPaused])
}
