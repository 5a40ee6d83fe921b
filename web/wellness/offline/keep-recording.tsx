import { Button, Group, Progress, Text } from '@mantine/core'
import type { ExerciseDetail } from '@plaza/client/wellness'
import { IconCircleCheck, IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { texts as t } from '../../texts/recordings.ts'
import { fileSize } from '../../ui/formats.ts'
import { messageOf } from '../../ui/states.tsx'
import classes from './recordings.module.css'
import { forgetExercise, keepExercise } from './recordings.ts'

interface KeepProps {
  exercise: ExerciseDetail
  /** What is kept of it already. */
  recording: Blob | undefined
}

/** Keeps the recording of an exercise on the device, or lets it go; nothing where it has none. */
export function KeepRecording({ exercise, recording }: KeepProps) {
  const { share, failure, keep, stop } = useKeeping(exercise.id)
  if (!recording && exercise.mediaUrl === null) return null
  if (recording)
    return (
      <div className={classes.kept}>
        <Text className={classes.state}>
          <IconCircleCheck aria-hidden size={20} />
          {t.kept(fileSize(recording.size))}
        </Text>
        <Button variant="subtle" onClick={() => void forgetExercise(exercise.id)}>
          {t.remove}
        </Button>
      </div>
    )
  if (share !== undefined) {
    const percent = Math.round(share * 100)
    return (
      <div className={classes.kept}>
        <Text id="keeping">{percent > 0 ? t.progress(percent) : t.keeping}</Text>
        <Progress.Root size="lg" radius="xl">
          <Progress.Section value={percent} aria-labelledby="keeping" />
        </Progress.Root>
        <Button variant="default" onClick={stop}>
          {t.stop}
        </Button>
      </div>
    )
  }
  return (
    <div className={classes.kept}>
      <Group gap="sm">
        <Button variant="default" leftSection={<IconDownload aria-hidden size={18} />} onClick={keep}>
          {t.keep}
        </Button>
        <Text size="sm" c="var(--ink-soft)">
          {t.keepHint}
        </Text>
      </Group>
      {failure && (
        <Text role="alert" c="var(--bad)">
          {failure}
        </Text>
      )}
    </div>
  )
}

function useKeeping(exerciseId: string) {
  const [share, setShare] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const keep = async () => {
    const controller = new AbortController()
    running.current = controller
    setFailure(undefined)
    setShare(0)
    try {
      await keepExercise(exerciseId, setShare, controller.signal)
    } catch (error) {
      if (!controller.signal.aborted) setFailure(messageOf(error))
    } finally {
      setShare(undefined)
    }
  }
  return { share, failure, keep: () => void keep(), stop: () => running.current?.abort() }
}
