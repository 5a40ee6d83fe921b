import { Text, Title, VisuallyHidden } from '@mantine/core'
import type { UserFigures } from '@plaza/client/marketplace'
import type { CSSProperties } from 'react'
import { texts } from '../../../texts/admin/marketplace/user-figures.ts'
import { calendarDate } from '../../../ui/dates.ts'
import { languages, number } from '../../../ui/formats.ts'
import classes from './figures.module.css'

const percent = new Intl.NumberFormat(languages, { style: 'percent', maximumFractionDigits: 0 })

type Cohort = UserFigures['cohorts'][number]

/** How many of each week's new people were here again in later weeks. */
export function Cohorts({ cohorts }: { cohorts: readonly Cohort[] }) {
  const weeks = Math.max(0, ...cohorts.map(({ active }) => active.length))
  return (
    <>
      <Title order={2} size="h4" mt="lg" mb={4}>
        {texts.cohorts}
      </Title>
      <Text c="var(--ink-soft)" mb="xs">
        {weeks === 0 ? texts.noCohorts : texts.cohortsHint}
      </Text>
      {weeks > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className={classes.cohorts} aria-label={texts.cohorts} tabIndex={0}>
          <table>
            <VisuallyHidden component="caption">{texts.cohorts}</VisuallyHidden>
            <thead>
              <tr>
                <th scope="col">{texts.week}</th>
                <th scope="col">{texts.people}</th>
                {Array.from({ length: weeks }, (_, later) => (
                  <th key={texts.later(later)} scope="col">
                    {texts.later(later)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {cohorts.map((cohort) => (
                <Week key={cohort.week} cohort={cohort} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  )
}

const Week = ({ cohort: { week, people, active } }: { cohort: Cohort }) => (
  <tr>
    <th scope="row">{calendarDate(week)}</th>
    <td>{number(people)}</td>
    {active.map((count, later) => {
      const share = people === 0 ? 0 : count / people
      return (
        <td
          key={texts.later(later)}
          data-share
          title={texts.share(count, percent.format(share))}
          style={{ '--share': share } as CSSProperties}
        >
          {percent.format(share)}
        </td>
      )
    })}
  </tr>
)
