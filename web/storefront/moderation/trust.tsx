import { Text, Title } from '@mantine/core'
import { getTrustOptions } from '@plaza/client/marketplace/queries'
import { IconCheck, IconCircleDashed } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { texts as words } from '../../texts/reports.ts'
import { dataOf } from '../../ui/queries.ts'
import classes from './trust.module.css'

const texts = words.trust

/** How far the person is trusted, and what the next level asks for. */
export function TrustSection() {
  const { data: trust } = useQuery({ ...getTrustOptions(), select: dataOf })
  if (!trust) return null
  const { level, highest, next } = trust
  return (
    <section aria-labelledby="trust" className={classes.trust}>
      <Title order={2} size="h4" id="trust">
        {texts.title}
      </Title>
      <p className={classes.level}>{texts.level(level, highest)}</p>
      <Text c="var(--ink-soft)">{next ? texts.hint : texts.highest}</Text>
      {next && (
        <>
          <Text>{texts.next(next.level)}</Text>
          <ul className={classes.missing}>
            {next.requirements.map(({ what, have, need, is_met: isMet }) => (
              <li key={what}>
                {isMet ? (
                  <IconCheck role="img" aria-label={texts.isMet} size={18} />
                ) : (
                  <IconCircleDashed aria-hidden size={18} />
                )}
                {texts.missing[what](have, need)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
