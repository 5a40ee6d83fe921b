import { useEffect, useRef, useState } from 'react'
import type { BreathPhase } from './breath.ts'
import { type Sound, Sounds } from './sounds.ts'

/** What somebody wants to notice without looking. Unset means as the exercise is: only what is for listening is heard. */
interface Wishes {
  cueSound?: boolean
  background?: boolean
  vibration?: boolean
  /** What is heard behind it instead of what the exercise says. */
  choice?: Sound | 'NONE'
}

const wishesKey = 'plaza.wellness.cues'

function keptWishes(): Wishes {
  try {
    return (JSON.parse(localStorage.getItem(wishesKey) ?? '{}') as Wishes | null) ?? {}
  } catch {
    return {}
  }
}

/** Browsers of desks have the function, and nothing that it could move. */
export const canVibrate = 'vibrate' in navigator && matchMedia('(pointer: coarse)').matches

const pulses: Record<BreathPhase['phase'], number | number[]> = { IN: 70, HOLD: 25, OUT: [40, 60, 40] }

interface Moment {
  isRunning: boolean
  sound: Sound | null
  /** The phase of the breath that it is at, if something paces it. */
  breath: { phase: BreathPhase['phase']; beat: number; seconds: number } | undefined
  step: number
}

export interface Cues {
  isHeard: boolean
  isFelt: boolean
  /** What is heard behind it, if anything is. */
  background: Sound | 'NONE'
  choose: (background: Sound | 'NONE') => void
  toggleSound: () => void
  toggleVibration: () => void
  /** Says that it is over. */
  end: () => void
}

/** Sound and vibration of a practice, as its person wants them; the choice is kept on this device. */
export function useCues({ isRunning, sound: own, breath, step }: Moment): Cues {
  const [wishes, setWishes] = useState(keptWishes)
  const { choice = own ?? 'NONE' } = wishes
  const sound = choice === 'NONE' ? null : choice
  const isHeard = (sound ? wishes.background : wishes.cueSound) ?? sound !== null
  const isFelt = canVibrate && (wishes.vibration ?? false)
  const sounds = useSounds(isHeard)
  const wish = (change: Wishes) => {
    const next = { ...wishes, ...change }
    localStorage.setItem(wishesKey, JSON.stringify(next))
    setWishes(next)
  }

  useEffect(() => {
    if (!sounds || !sound || !isRunning) return
    sounds.play(sound)
    return () => sounds.silence()
  }, [sounds, sound, isRunning])

  // The latest of all this, for what happens when a phase or a step begins.
  const latest = useRef({ sounds, isFelt, breath })
  latest.current = { sounds, isFelt, breath }
  const beat = breath?.beat
  useEffect(() => {
    const { sounds, isFelt, breath } = latest.current
    if (!isRunning || beat === undefined || !breath) return
    sounds?.breathe(breath.phase, breath.seconds)
    if (isFelt) navigator.vibrate(pulses[breath.phase])
  }, [beat, isRunning])
  useEffect(() => {
    const { sounds, isFelt } = latest.current
    if (!isRunning || step === 0) return
    sounds?.ring()
    if (isFelt) navigator.vibrate(80)
  }, [step, isRunning])

  return {
    isHeard,
    isFelt,
    background: isHeard ? choice : 'NONE',
    choose: (background) =>
      wish({ choice: background, ...(background === 'NONE' ? {} : { background: true }) }),
    toggleSound: () => wish(sound ? { background: !isHeard } : { cueSound: !isHeard }),
    toggleVibration: () => {
      if (!isFelt) navigator.vibrate(70)
      wish({ vibration: !isFelt })
    },
    end: () => {
      sounds?.ring()
      if (isFelt) navigator.vibrate([120, 80, 120])
    },
  }
}

/** What makes the sounds, while any are wanted. */
function useSounds(isWanted: boolean): Sounds | undefined {
  const [sounds, setSounds] = useState<Sounds>()
  useEffect(() => {
    if (!isWanted || !('AudioContext' in window)) return
    const made = new Sounds()
    made.wake()
    window.addEventListener('pointerdown', made.wake)
    window.addEventListener('keydown', made.wake)
    setSounds(made)
    return () => {
      window.removeEventListener('pointerdown', made.wake)
      window.removeEventListener('keydown', made.wake)
      setSounds(undefined)
      made.close()
    }
  }, [isWanted])
  return sounds
}
