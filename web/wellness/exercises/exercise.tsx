import { Stack, Text, Title } from '@mantine/core'
import { getCategoryExerciseOptions } from '@plaza/client/wellness/queries'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { texts } from '../../texts/wellness.ts'
import { ago, duration } from '../../ui/dates.ts'
import { number } from '../../ui/formats.ts'
import { ButtonLink, TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Failed, Waiting } from '../../ui/states.tsx'
import { accent } from './accent.ts'
import classes from './exercise.module.css'
import { Illustration } from './illustration.tsx'
import { aboutOf } from './kinds.ts'

const route = getRouteApi('/inside/exercise/$exerciseId')

/** What an exercise is, before one begins. */
export function Exercise() {
  const { exerciseId } = route.useParams()
  const query = useQuery(getCategoryExerciseOptions({ path: { exerciseId } }))
  if (query.isPending) return <Waiting />
  if (query.isError) return <Failed error={query.error} retry={() => query.refetch()} />
  const exercise = query.data.data
  const { category } = exercise
  return (
    <Stack gap="lg" className={classes.page}>
      <TextLink
        to="/category/$categoryId"
        params={{ categoryId: exercise.categoryId }}
        className={classes.back}
      >
        ← <span dir="auto">{category.name}</span>
      </TextLink>
      <div className={classes.picture} style={accent(category.color)}>
        {exercise.thumbnail ? (
          <Picture url={exercise.thumbnail} alt="" sizes="(min-width: 48rem) 40rem, 100vw" ratio={16 / 9} />
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
      {exercise.goodFor.length > 0 && (
        <Text c="var(--ink-soft)">
          {texts.exercise.goodFor}: {texts.exercise.feelings(exercise.goodFor)}
        </Text>
      )}
      {exercise.breath.length > 0 && (
        <section aria-labelledby="breath">
          <Title order={2} id="breath" mb="xs">
            {texts.exercise.breath}
          </Title>
          <ol className={classes.breath}>
            {exercise.breath.map(({ phase, seconds }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a phase is its place in the breath
              <li key={index}>
                {texts.practice.cues[phase]} <strong>{texts.exercise.seconds(seconds)}</strong>
              </li>
            ))}
          </ol>
        </section>
      )}
      {exercise.steps.length > 0 && (
        <section aria-labelledby="steps">
          <Title order={2} id="steps" mb="xs">
            {texts.exercise.steps}
          </Title>
          <ol className={classes.steps}>
            {exercise.steps.map((step) => (
              <li key={step.text} dir="auto">
                {step.text}
                {step.durationSec ? <small> {duration(step.durationSec)}</small> : null}
              </li>
            ))}
          </ol>
        </section>
      )}
      {(exercise.lastDoneAt || exercise.moodLift !== null) && (
        <Text c="var(--ink-soft)">
          {exercise.lastDoneAt && texts.exercise.last(ago(exercise.lastDoneAt))}{' '}
          {exercise.moodLift !== null &&
            exercise.moodLift > 0 &&
            texts.exercise.lift(number(exercise.moodLift))}
        </Text>
      )}
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
    </Stack>
  )
}
