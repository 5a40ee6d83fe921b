import { Text } from '@mantine/core'
import { texts as words } from '../../../texts/admin/marketplace/queue.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { DecisionList } from './decision-list.tsx'

const texts = words.log

/** Everything that staff decided. */
export const Decisions = () => (
  <>
    <PageTitle>{texts.title}</PageTitle>
    <Text c="var(--ink-soft)" mb="md">
      {texts.hint}
    </Text>
    <DecisionList />
  </>
)
