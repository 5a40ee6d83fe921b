import { Stack, Text, Title } from '@mantine/core'
import type { QuestionnaireAnswers } from '@plaza/client/wellness'
import { getQuestionnaireAnswersOptions, getQuestionnaireOptions } from '@plaza/client/wellness/queries'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../../texts/questionnaires.ts'
import { date } from '../../ui/dates.ts'
import { number } from '../../ui/formats.ts'
import { ButtonLink, TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Failed, Waiting } from '../../ui/states.tsx'
import classes from './scales.module.css'

const t = texts.scales

/** Scales that may be there; what an operator did not import is left out. */
const scales = ['phq-9', 'gad-7', 'who-5'] as const
type Instrument = (typeof scales)[number]

/** What somebody's answers came to over time, each scale by itself. */
export const Scales = () => (
  <Stack gap="xl">
    <TextLink to="/you">← {t.back}</TextLink>
    <div>
      <PageTitle>{t.title}</PageTitle>
      <Text c="var(--ink-soft)">{t.hint}</Text>
    </div>
    <div className={classes.scales}>
      {scales.map((instrument) => (
        <Scale key={instrument} instrument={instrument} />
      ))}
    </div>
  </Stack>
)

const mostShown = 20

function Scale({ instrument }: { instrument: Instrument }) {
  const asked = useQuery({ ...getQuestionnaireOptions({ query: { instrument } }), retry: false })
  const answered = useQuery(getQuestionnaireAnswersOptions({ query: { instrument, limit: mostShown } }))
  if (asked.isError) return null
  if (asked.isPending || answered.isPending) return <Waiting />
  if (answered.isError && !answered.data)
    return <Failed error={answered.error} retry={() => answered.refetch()} />
  const scored = answered.data.data.filter(({ score }) => score !== null && score.score !== null)
  const { status } = asked.data.data
  return (
    <section aria-labelledby={instrument} className={classes.scale}>
      <Title order={2} size="h3" id={instrument}>
        {texts.titles[instrument]}
      </Title>
      {scored.length === 0 ? <Text c="var(--ink-soft)">{t.none}</Text> : <Course scored={scored} />}
      <ButtonLink to="/questionnaires/$instrument" params={{ instrument }} variant="default">
        {status === 'NOT_STARTED' ? t.begin : status === 'IN_PROGRESS' ? t.goOn : t.again}
      </ButtonLink>
    </section>
  )
}

const width = 280
const height = 72

/** The results, newest first, above them their course. */
function Course({ scored }: { scored: readonly QuestionnaireAnswers[] }) {
  const results = scored.flatMap(({ id, completedAt, score }) =>
    score?.score === null || score === null || completedAt === null
      ? []
      : [
          {
            id,
            completedAt,
            score: score.score,
            max: score.max,
            band: score.band?.label ?? '',
            note: score.note,
          },
        ],
  )
  const across = Math.max(1, results.length - 1)
  const points = results
    .toReversed()
    .map(({ score, max }, index) => `${(index / across) * width},${height - (score / max) * height}`)
    .join(' ')
  return (
    <>
      {results.length > 1 && (
        <svg
          role="img"
          aria-label={t.curve(results.at(-1)?.score ?? 0, results[0]?.score ?? 0)}
          viewBox={`-3 -3 ${width + 6} ${height + 6}`}
          className={classes.curve}
        >
          <polyline points={points} />
        </svg>
      )}
      <ul className={classes.results}>
        {results.map(({ id, completedAt, score, max, band }) => (
          <li key={id}>
            <span>{date(completedAt)}</span>
            <strong>{texts.score(number(score), number(max), band)}</strong>
          </li>
        ))}
      </ul>
      <Text size="sm" c="var(--ink-soft)">
        {results[0]?.note}
      </Text>
    </>
  )
}
