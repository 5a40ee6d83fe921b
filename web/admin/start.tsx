import { SimpleGrid, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { texts } from '../texts/admin.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { usePersonId } from '../ui/session.ts'
import { MarketplaceAccount } from './marketplace/accounts/own-account.tsx'
import { useIsStaff } from './marketplace/accounts/own-role.ts'
import { MarketplaceOverview } from './marketplace/moderation/overview.tsx'
import classes from './start.module.css'
import { WellnessAccount } from './wellness/admins/own-account.tsx'
import { WellnessOverview } from './wellness/campaigns/overview.tsx'
import { session as wellnessSession } from './wellness/session.ts'

const t = texts.overview

/** What waits and what is new in each product, and who is at work there. */
export function Start() {
  const inMarketplace = useIsStaff()
  const inWellness = usePersonId(wellnessSession) !== ''
  return (
    <>
      <PageTitle mb="md">{t.title}</PageTitle>
      <div className={classes.products}>
        {!inMarketplace && !inWellness && <Text c="var(--ink-soft)">{t.signInFirst}</Text>}
        {inMarketplace && (
          <Part title={t.marketplace}>
            <MarketplaceOverview />
          </Part>
        )}
        {inWellness && (
          <Part title={t.wellness}>
            <WellnessOverview />
          </Part>
        )}
        <Part title={t.accounts}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <MarketplaceAccount />
            <WellnessAccount />
          </SimpleGrid>
        </Part>
      </div>
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <Title order={2} size="h3" mb="sm">
      {title}
    </Title>
    {children}
  </section>
)
