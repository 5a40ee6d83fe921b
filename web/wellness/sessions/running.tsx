import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ExerciseDetail } from '@plaza/client/wellness'
import { useEffect, useRef, useState } from 'react'
import { texts } from '../../texts/wellness.ts'
import { duration } from '../../ui/formats.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import classes from './practice.module.css'
import { elapsedSeconds, isOver, type Practice, stepAt, toggle } from './practice.ts'
import { Recording } from './recording.tsx'

const circumference = 2 * Math.PI * 54

/** The exercise while it goes on: its recording or step, and a clock that counts to its end. */
export function Running({
  practice,
  exercise: { steps, mediaType, mediaUrl },
  onChange,
  onFinish,
  onStop,
  onExpired,
}: {
  practice: Practice
  exercise: ExerciseDetail
  onChange: (practice: Practice) => void
  onFinish: () => void
  onStop: () => void
  /** The recording's address is too old. */
  onExpired: () => void
}) {
  const [isAsking, asking] = useDisclosure(false)
  const now = useNow(practice.pausedAt === null)
  const elapsed = elapsedSeconds(practice, now)
  const { durationSec } = practice
  const hasEnded = isOver(practice, now)
  const finished = useRef(false)
  useEffect(() => {
    if (!hasEnded || finished.current) return
    finished.current = true
    onFinish()
  }, [hasEnded, onFinish])
  useWakeLock(practice.pausedAt === null)
  const step = stepAt(steps, durationSec, elapsed)
  const shown = durationSec === null ? elapsed : durationSec - elapsed
  const share = durationSec === null ? 0 : elapsed / durationSec
  return (
    <Stack className={classes.running} gap="lg">
      <PageTitle size="h3">{practice.title}</PageTitle>
      {mediaUrl && (
        <Recording
          isVideo={mediaType === 'VIDEO'}
          url={mediaUrl}
          isPaused={practice.pausedAt !== null}
          onExpired={onExpired}
        />
      )}
      <div className={classes.clock} data-paused={practice.pausedAt !== null || undefined}>
        <svg viewBox="0 0 120 120" aria-hidden>
          <circle cx="60" cy="60" r="54" className={classes.track} />
          <circle
            cx="60"
            cy="60"
            r="54"
            className={classes.hand}
            strokeDasharray={circumference}
            strokeDashoffset={circumference * (1 - share)}
          />
        </svg>
        <div
          className={classes.time}
          role="timer"
          aria-label={durationSec === null ? texts.practice.elapsed : texts.practice.remaining}
        >
          {duration(durationSec === null ? shown : Math.ceil(shown))}
        </div>
      </div>
      {steps.length > 0 && (
        <div className={classes.step} aria-live="polite">
          <Text c="var(--ink-soft)">{texts.practice.step(step + 1, steps.length)}</Text>
          <Text size="xl" dir="auto">
            {steps[step]?.text}
          </Text>
        </div>
      )}
      <Group justify="center">
        <Button size="lg" variant="default" onClick={() => onChange(toggle(practice, Date.now()))}>
          {practice.pausedAt === null ? texts.practice.pause : texts.practice.resume}
        </Button>
        <Button size="lg" onClick={onFinish}>
          {texts.practice.finish}
        </Button>
      </Group>
      <Button variant="subtle" color="gray" className={classes.stop} onClick={asking.open}>
        {texts.practice.stop}
      </Button>
      <Modal opened={isAsking} onClose={asking.close} title={texts.practice.stopTitle}>
        <Text>{texts.practice.stopText}</Text>
        <Group mt="lg" justify="flex-end">
          <Button variant="default" onClick={asking.close} data-autofocus>
            {texts.practice.keep}
          </Button>
          <Button color="red" onClick={onStop}>
            {texts.practice.stopConfirm}
          </Button>
        </Group>
      </Modal>
    </Stack>
  )
}

/** The time, four times a second. */
function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isRunning])
  return now
}

/** Keeps the screen on while it goes on; where that cannot be had, the clock is right all the same. */
function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let isOver = false
    void navigator.wakeLock.request('screen').then(
      (taken) => {
        if (isOver) void taken.release()
        else lock = taken
      },
      () => undefined,
    )
    return () => {
      isOver = true
      void lock?.release()
    }
  }, [isWanted])
}
