import type { ExerciseDetail } from '@plaza/client/wellness'
import { useEffect, useRef } from 'react'
import { useLockScreen } from './lock-screen.ts'

const rate = 8000
/** Browsers show what is shorter on no lock screen. */
const seconds = 10

/** A recording of nothing. */
function silence(): Blob {
  const samples = new Uint8Array(rate * seconds).fill(128)
  const header = new DataView(new ArrayBuffer(44))
  const write = (at: number, text: string) => {
    for (const [index, letter] of [...text].entries()) header.setUint8(at + index, letter.charCodeAt(0))
  }
  write(0, 'RIFF')
  header.setUint32(4, 36 + samples.length, true)
  write(8, 'WAVEfmt ')
  header.setUint32(16, 16, true)
  header.setUint16(20, 1, true)
  header.setUint16(22, 1, true)
  header.setUint32(24, rate, true)
  header.setUint32(28, rate, true)
  header.setUint16(32, 1, true)
  header.setUint16(34, 8, true)
  write(36, 'data')
  header.setUint32(40, samples.length, true)
  return new Blob([header, samples], { type: 'audio/wav' })
}

interface SilentTrackProps {
  exercise: Pick<ExerciseDetail, 'title' | 'category' | 'thumbnail' | 'durationSec'>
  isPaused: boolean
  passedSeconds: number
  onToggle: () => void
}

/**
 * Has a timer or a breath on the lock screen as well, where it can be paused. Phones show there only what plays a
 * recording, and keep on hearing the page only then: so one of nothing plays.
 */
export function SilentTrack({ exercise, isPaused, passedSeconds, onToggle }: SilentTrackProps) {
  const { title, category, thumbnail, durationSec } = exercise
  const track = useRef<HTMLAudioElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(silence())
    if (track.current) track.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [])
  useEffect(() => {
    if (isPaused) track.current?.pause()
    // Where a browser wants a press first, there is no lock screen to show it on yet.
    else void track.current?.play().catch(() => undefined)
  }, [isPaused])
  useLockScreen({
    title,
    artist: category.name,
    artwork: thumbnail,
    isPaused,
    onToggle,
    position: durationSec === null ? undefined : { passed: passedSeconds, of: durationSec },
  })
  // biome-ignore lint/a11y/useMediaCaption: there is nothing to hear in it
  return <audio ref={track} loop aria-hidden tabIndex={-1} />
}
