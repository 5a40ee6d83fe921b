import { CloseButton, Text, Title } from '@mantine/core'
import { IconDeviceMobileCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { texts as t } from '../../texts/recordings.ts'
import { useIsOnline } from '../../ui/connection.tsx'
import { fileSize } from '../../ui/formats.ts'
import { TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Empty } from '../../ui/states.tsx'
import { aboutOf } from '../exercises/kinds.ts'
import areas from '../two-areas.module.css'
import { InstallButton } from './install.tsx'
import classes from './recordings.module.css'
import { bytesOf, forgetExercise, mostBytes, useAreKeptRead, useKeptExercises } from './recordings.ts'

/** The exercises with a recording that somebody keeps on this device, and how much room they take. */
export function KeptExercises() {
  const kept = useKeptExercises()
  const areRead = useAreKeptRead()
  const used = bytesOf(kept)
  return (
    <div className={areas.page}>
      <div className={areas.head}>
        <TextLink to="/you" py="sm" display="inline-block">
          ← {t.back}
        </TextLink>
        <PageTitle>{t.title}</PageTitle>
      </div>
      <div className={areas.main}>
        {areRead && kept.length === 0 && <Empty title={t.empty} hint={t.emptyHint} />}
        <ul className={classes.list}>
          {kept.map(({ exercise, recording }) => (
            <li key={exercise.id}>
              <Link to="/exercise/$exerciseId" params={{ exerciseId: exercise.id }} className={classes.link}>
                <strong dir="auto">{exercise.title}</strong>
                <small>
                  {aboutOf(exercise)} · {fileSize(recording.size)}
                </small>
              </Link>
              <CloseButton
                size="xl"
                aria-label={t.removeTitle(exercise.title)}
                onClick={() => void forgetExercise(exercise.id)}
              />
            </li>
          ))}
        </ul>
      </div>
      <aside className={areas.aside}>
        <section aria-labelledby="room" className={areas.card}>
          <Title order={2} size="h4" id="room">
            {t.roomLabel}
          </Title>
          <Text>{t.room(kept.length === 0 ? '0' : fileSize(used), fileSize(mostBytes))}</Text>
          <progress className={classes.room} max={mostBytes} value={used} aria-labelledby="room" />
          <Text c="var(--ink-soft)">{t.hint}</Text>
          <InstallButton />
        </section>
      </aside>
    </div>
  )
}

/** The way there, for whoever has no connection now. */
export function WayToKept() {
  const kept = useKeptExercises()
  const isOnline = useIsOnline()
  if (isOnline || kept.length === 0) return null
  return (
    <Link to="/you/device" className={classes.way}>
      <IconDeviceMobileCheck aria-hidden size={22} />
      {t.offline(kept.length)}
    </Link>
  )
}
