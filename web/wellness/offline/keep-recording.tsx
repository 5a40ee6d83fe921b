import { Button, Group, Progress, Text } from '@mantine/core'
import type { ExerciseDetail } from '@plaza/client/wellness'
import { IconCircleCheck, IconDownload } from '@tabler/icons-react'
import { texts as t } from '../../texts/recordings.ts'
import { fileSize } from '../../ui/formats.ts'
import classes from './recordings.module.css'
import { forgetExercise } from './recordings.ts'
import { startKeeping, useKeeping } from './use-keeping.ts'

interface KeepProps {
  exercise: ExerciseDetail
  /** What is kept of it already. */
  recording: Blob | undefined
}

/** Keeps the recording of an exercise on the device, or lets it go; nothing where it has none. */
export function KeepRecording({ exercise, recording }: KeepProps) {
  const keeping = useKeeping(exercise.id)
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
  if (keeping?.share !== undefined) {
    const percent = Math.round(keeping.share * 100)
    return (
      <div className={classes.kept}>
        <Text id="keeping">{percent > 0 ? t.progress(percent) : t.keeping}</Text>
        <Progress.Root size="lg" radius="xl">
          <Progress.Section value={percent} aria-labelledby="keeping" />
        </Progress.Root>
        <Button variant="default" onClick={keeping.stop}>
          {t.stop}
        </Button>
      </div>
    )
  }
  return (
    <div className={classes.kept}>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconDownload aria-hidden size={18} />}
          onClick={() => void startKeeping(exercise.id)}
        >
          {t.keep}
        </Button>
        <Text size="sm" c="var(--ink-soft)">
          {t.keepHint}
        </Text>
      </Group>
      {keeping?.failure && (
        <Text role="alert" c="var(--bad)">
          {keeping.failure}
        </Text>
      )}
    </div>
  )
}
