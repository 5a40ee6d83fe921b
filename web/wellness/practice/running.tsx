import { Button, Group, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ExerciseDetail } from '@plaza/client/wellness'
import {
  IconDeviceMobileVibration,
  IconDots,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { texts } from '../../texts/wellness.ts'
import { duration } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { breathAt } from './breath.ts'
import { type Cues, canVibrate, useCues } from './cues.ts'
import { Pacer } from './pacer.tsx'
import { elapsedSeconds, isOver, type Practice, stepAt, toggle } from './practice.ts'
import { Recording } from './recording.tsx'
import classes from './running.module.css'
import { SilentTrack } from './silent-track.tsx'
import { sounds } from './sounds.ts'
import { useWakeLock } from './wake-lock.ts'

const circumference = 2 * Math.PI * 57

/** Before this many seconds it can only be stopped: nobody has practised yet. */
const finishAfter = 30

interface RunningProps {
  practice: Practice
  exercise: ExerciseDetail
  /** What is heard or seen, where it is kept on the device. */
  recording: Blob | undefined
  onChange: (practice: Practice) => void
  onFinish: () => void
  onStop: () => void
  /** The recording's address is too old. */
  onExpired: () => void
}

/** The exercise while it goes on: what to do, a ring that counts to its end, and one row of controls. */
export function Running(props: RunningProps) {
  const { practice, exercise, recording, onChange, onFinish, onStop, onExpired } = props
  const { steps, breath, sound, mediaUrl } = exercise
  const isRunning = practice.pausedAt === null
  const now = useNow(isRunning, breath.length > 0 ? 100 : 250)
  const elapsed = elapsedSeconds(practice, now)
  const { durationSec } = practice
  const step = stepAt(steps, durationSec, elapsed)
  const at = breath.length > 0 ? breathAt(breath, elapsed) : undefined
  const seconds = at ? (breath[at.beat % breath.length]?.seconds ?? 0) : 0
  const cues = useCues({ isRunning, sound, breath: at && { ...at, seconds }, step })
  const hasEnded = isOver(practice, now)
  const finished = useRef(false)
  useEffect(() => {
    if (!hasEnded || finished.current) return
    finished.current = true
    cues.end()
    onFinish()
  }, [hasEnded, onFinish, cues])
  useWakeLock(isRunning)
  const onToggle = () => onChange(toggle(practice, Date.now()))
  return (
    <div className={classes.running}>
      <div className={classes.words}>
        <PageTitle>{practice.title}</PageTitle>
        {steps.length > 0 ? (
          <div aria-live="polite">
            <p className={classes.count}>{texts.practice.step(step + 1, steps.length)}</p>
            <p className={classes.instruction} dir="auto">
              {steps[step]?.text}
            </p>
          </div>
        ) : (
          <p className={classes.instruction} dir="auto">
            {exercise.description}
          </p>
        )}
      </div>
      {mediaUrl || recording ? (
        <Recording
          exercise={exercise}
          url={mediaUrl}
          recording={recording}
          isPaused={!isRunning}
          passedSeconds={elapsed}
          onToggle={onToggle}
          onExpired={onExpired}
        />
      ) : (
        <SilentTrack exercise={exercise} isPaused={!isRunning} passedSeconds={elapsed} onToggle={onToggle} />
      )}
      <Ring
        share={durationSec === null ? 0 : elapsed / durationSec}
        isPaused={!isRunning}
        time={<Clock elapsed={elapsed} durationSec={durationSec} />}
      >
        {at && <Pacer at={at} seconds={seconds} />}
      </Ring>
      <Controls
        cues={cues}
        isPaused={!isRunning}
        mayFinish={elapsed >= finishAfter}
        onToggle={onToggle}
        onFinish={onFinish}
        onStop={onStop}
      />
    </div>
  )
}

function Ring({
  share,
  isPaused,
  time,
  children,
}: {
  share: number
  isPaused: boolean
  time: React.ReactNode
  /** What stands in the ring in place of the time, which moves below it. */
  children: React.ReactNode
}) {
  return (
    <div className={classes.stage} data-paused={isPaused || undefined}>
      <div className={classes.ring}>
        <svg viewBox="0 0 120 120" aria-hidden>
          <circle cx="60" cy="60" r="57" className={classes.track} />
          <circle
            cx="60"
            cy="60"
            r="57"
            className={classes.hand}
            strokeDasharray={circumference}
            strokeDashoffset={circumference * (1 - share)}
          />
        </svg>
        {children || <div className={classes.within}>{time}</div>}
      </div>
      {children && <div className={classes.below}>{time}</div>}
    </div>
  )
}

function Clock({ elapsed, durationSec }: { elapsed: number; durationSec: number | null }) {
  const isOpen = durationSec === null
  return (
    <div role="timer" aria-label={isOpen ? texts.practice.elapsed : texts.practice.remaining} data-figures>
      {duration(isOpen ? elapsed : Math.ceil(durationSec - elapsed))}
    </div>
  )
}

const backgrounds = [...sounds, 'NONE'] as const

interface ControlsProps {
  cues: Cues
  isPaused: boolean
  mayFinish: boolean
  onToggle: () => void
  onFinish: () => void
  onStop: () => void
}

function Controls({ cues, isPaused, mayFinish, onToggle, onFinish, onStop }: ControlsProps) {
  const [isAsking, asking] = useDisclosure(false)
  const Sound = cues.isHeard ? IconVolume : IconVolumeOff
  const Go = isPaused ? IconPlayerPlayFilled : IconPlayerPauseFilled
  return (
    <div className={classes.controls}>
      <div className={classes.left}>
        <button
          type="button"
          className={classes.round}
          aria-label={texts.practice.sound}
          aria-pressed={cues.isHeard}
          onClick={cues.toggleSound}
        >
          <Sound aria-hidden />
        </button>
        {canVibrate && (
          <button
            type="button"
            className={classes.round}
            aria-label={texts.practice.vibration}
            aria-pressed={cues.isFelt}
            onClick={cues.toggleVibration}
          >
            <IconDeviceMobileVibration aria-hidden />
          </button>
        )}
      </div>
      <button
        type="button"
        className={classes.pause}
        aria-label={isPaused ? texts.practice.resume : texts.practice.pause}
        onClick={onToggle}
      >
        <Go aria-hidden size={32} />
      </button>
      <div className={classes.right}>
        {mayFinish && (
          <button type="button" className={classes.finish} onClick={onFinish}>
            {texts.practice.finish}
          </button>
        )}
        <Menu position="top-end" withinPortal>
          <Menu.Target>
            <button type="button" className={classes.round} aria-label={texts.practice.more}>
              <IconDots aria-hidden />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{texts.practice.background}</Menu.Label>
            <Menu.RadioGroup
              value={cues.background}
              onChange={(chosen) => {
                const sound = backgrounds.find((one) => one === chosen)
                if (sound) cues.choose(sound)
              }}
            >
              {backgrounds.map((sound) => (
                <Menu.RadioItem key={sound} mih={44} value={sound}>
                  {texts.practice.sounds[sound]}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Divider />
            <Menu.Item mih={44} onClick={asking.open}>
              {texts.practice.stop}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {isAsking && (
        <Dialog onClose={asking.close} title={texts.practice.stopTitle}>
          <Text>{texts.practice.stopText}</Text>
          <Group mt="lg" justify="flex-end">
            <Button variant="default" onClick={asking.close} data-autofocus>
              {texts.practice.keep}
            </Button>
            <Button color="red" onClick={onStop}>
              {texts.practice.stopConfirm}
            </Button>
          </Group>
        </Dialog>
      )}
    </div>
  )
}

/** The time, looked at every so many milliseconds. */
function useNow(isRunning: boolean, everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [isRunning, everyMs])
  return now
}
