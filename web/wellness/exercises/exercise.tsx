import { Stack, Text, Title } from '@mantine/core'
import type { ExerciseDetail } from '@plaza/client/wellness'
import { getRouteApi } from '@tanstack/react-router'
import { texts } from '../../texts/wellness.ts'
import { ago, duration } from '../../ui/dates.ts'
import { number } from '../../ui/formats.ts'
import { ButtonLink, TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Failed, Waiting } from '../../ui/states.tsx'
import { KeepRecording } from '../offline/keep-recording.tsx'
import { useExercise } from '../offline/use-exercise.ts'
import { accent } from './accent.ts'
import classes from './exercise.module.css'
import { Illustration } from './illustration.tsx'
import { aboutOf } from './kinds.ts'

const route = getRouteApi('/inside/exercise/$exerciseId')

/** What an exercise is, before one begins. */
export function Exercise() {
  const { exerciseId } = route.useParams()
  const { query, exercise, recording } = useExercise(exerciseId)
  if (!exercise)
    return query.isError ? <Failed error={query.error} retry={() => query.refetch()} /> : <Waiting />
  const { category } = exercise
  return (
    <div className={classes.page}>
      <TextLink
        to="/category/$categoryId"
        params={{ categoryId: exercise.categoryId }}
        className={classes.back}
      >
        ← <span dir="auto">{category.name}</span>
      </TextLink>
      <div className={classes.main}>
        <div className={classes.picture} style={accent(category.color)}>
          {exercise.thumbnail ? (
            <Picture url={exercise.thumbnail} alt="" sizes="(min-width: 62rem) 46rem, 100vw" ratio={16 / 9} />
          ) : (
            <Illustration name={category.illustration} />
          )}
        </div>
        <div>
          <PageTitle>{exercise.title}</PageTitle>
          <Text c="var(--ink-soft)">{aboutOf(exercise)}</Text>
        </div>
        <Text className={classes.description} dir="auto">
          {exercise.description}
        </Text>
        <Steps exercise={exercise} />
      </div>
      <div className={classes.aside}>
        <Facts exercise={exercise} />
        <KeepRecording exercise={exercise} recording={recording} />
        {exercise.isLocked || exercise.isRetired ? (
          <Text role="note">{exercise.isLocked ? texts.exercise.locked : texts.exercise.retired}</Text>
        ) : (
          <ButtonLink
            to="/exercise/$exerciseId/practice"
            params={{ exerciseId }}
            // A practice must begin without a connection, too.
            preload="render"
            size="lg"
            className={classes.begin}
          >
            {texts.exercise.begin}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

const Steps = ({ exercise: { steps } }: { exercise: ExerciseDetail }) =>
  steps.length > 0 && (
    <section aria-labelledby="steps">
      <Title order={2} id="steps" mb="xs">
        {texts.exercise.steps}
      </Title>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.text} dir="auto">
            {step.text}
            {step.durationSec ? <small> {duration(step.durationSec)}</small> : null}
          </li>
        ))}
      </ol>
    </section>
  )

/** When it helps, what one breath is, and how it went before. */
const Facts = ({ exercise: { goodFor, breath, lastDoneAt, moodLift } }: { exercise: ExerciseDetail }) => (
  <Stack gap="lg">
    {goodFor.length > 0 && (
      <Text c="var(--ink-soft)">
        {texts.exercise.goodFor}: {texts.exercise.feelings(goodFor)}
      </Text>
    )}
    {breath.length > 0 && (
      <section aria-labelledby="breath">
        <Title order={2} id="breath" mb="xs">
          {texts.exercise.breath}
        </Title>
        <ol className={classes.breath}>
          {breath.map(({ phase, seconds }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a phase is its place in the breath
            <li key={index}>
              {texts.practice.cues[phase]} <strong>{texts.exercise.seconds(seconds)}</strong>
            </li>
          ))}
        </ol>
      </section>
    )}
    {(lastDoneAt || moodLift !== null) && (
      <Text c="var(--ink-soft)">
        {lastDoneAt && texts.exercise.last(ago(lastDoneAt))}{' '}
        {moodLift !== null && moodLift > 0 && texts.exercise.lift(number(moodLift))}
      </Text>
    )}
  </Stack>
)
