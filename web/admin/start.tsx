import { SimpleGrid } from '@mantine/core'
import { texts } from '../texts/admin.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { MarketplaceAccount } from './marketplace/users/own-account.tsx'
import { WellnessAccount } from './wellness/admins/own-account.tsx'

/** Who is at work here, in each product. */
export const Start = () => (
  <>
    <PageTitle mb="lg">{texts.signIn.sections}</PageTitle>
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <MarketplaceAccount />
      <WellnessAccount />
    </SimpleGrid>
  </>
)
