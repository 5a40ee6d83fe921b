import { Text, Title } from '@mantine/core'
import { texts } from '../../texts/accounts.ts'
import { TextLink } from '../../ui/links.tsx'
import { useTitle } from '../../ui/title.ts'
import { DeleteAccount } from './delete-account.tsx'
import { TakeAlong } from './take-along.tsx'
import classes from './your-data.module.css'

/** What is kept of the person: a copy of it, and its end. */
export function YourData() {
  useTitle(texts.data.title)
  return (
    <div className={classes.page}>
      <TextLink to="/you" py="sm" display="inline-block">
        {texts.data.back}
      </TextLink>
      <Title order={1} size="h2">
        {texts.data.title}
      </Title>
      <section className={classes.part} aria-labelledby="take-along">
        <Title order={2} size="h3" id="take-along">
          {texts.data.copy}
        </Title>
        <Text c="var(--ink-soft)">{texts.data.copyHint}</Text>
        <TakeAlong />
      </section>
      <section className={classes.part} aria-labelledby="delete-account">
        <Title order={2} size="h3" id="delete-account">
          {texts.data.leave}
        </Title>
        <Text c="var(--ink-soft)">{texts.data.leaveHint}</Text>
        <DeleteAccount />
      </section>
    </div>
  )
}
