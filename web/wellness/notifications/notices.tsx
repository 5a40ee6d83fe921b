import { Button, CloseButton, Group, Stack, Text } from '@mantine/core'
import {
  deleteNotificationMutation,
  getNotificationsInfiniteOptions,
  readAllNotificationsMutation,
  readNotificationMutation,
} from '@plaza/client/wellness/queries'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { texts } from '../../texts/wellness.ts'
import { ago } from '../../ui/dates.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { byCursor, ofNoun, rowsOf } from '../../ui/queries.ts'
import { Empty, Failed, More, messageOf, Waiting } from '../../ui/states.tsx'
import classes from './notices.module.css'

/** The person's notices, newest first; opening one reads it. */
export function Notices() {
  const queryClient = useQueryClient()
  const notices = useInfiniteQuery({ ...getNotificationsInfiniteOptions(), ...byCursor })
  const settle = { onSettled: () => queryClient.invalidateQueries(ofNoun('notifications')) }
  const read = useMutation({ ...readNotificationMutation(), ...settle })
  const readAll = useMutation({ ...readAllNotificationsMutation(), ...settle })
  const remove = useMutation({ ...deleteNotificationMutation(), ...settle })
  if (notices.isPending) return <Waiting />
  const list = rowsOf(notices.data)
  if (notices.isError && list.length === 0)
    return <Failed error={notices.error} retry={() => notices.refetch()} />
  const failure = read.error ?? readAll.error ?? remove.error
  return (
    <Stack gap="md" maw="44rem" mx="auto">
      <Group justify="space-between">
        <PageTitle>{texts.notices.title}</PageTitle>
        {list.some((notice) => !notice.isRead) && (
          <Button variant="default" onClick={() => readAll.mutate({})} loading={readAll.isPending}>
            {texts.notices.readAll}
          </Button>
        )}
      </Group>
      {failure && (
        <Text role="alert" c="var(--bad)">
          {messageOf(failure)}
        </Text>
      )}
      {list.length === 0 && <Empty title={texts.notices.empty} hint={texts.notices.emptyHint} />}
      <ul className={classes.list}>
        {list
          .filter((notice) => !(remove.isPending && remove.variables.path.notificationId === notice._id))
          .map((notice) => (
            <li key={notice._id} className={classes.notice} data-unread={!notice.isRead || undefined}>
              <button
                type="button"
                className={classes.open}
                onClick={() => !notice.isRead && read.mutate({ path: { notificationId: notice._id } })}
              >
                <strong dir="auto">{notice.title}</strong>
                {!notice.isRead && <span className={classes.dot}>{texts.notices.unread}</span>}
                <span className={classes.message} dir="auto">
                  {notice.message}
                </span>
                <small>{ago(notice.createdAt)}</small>
              </button>
              <CloseButton
                aria-label={`${texts.notices.remove}: ${notice.title}`}
                onClick={() => remove.mutate({ path: { notificationId: notice._id } })}
              />
            </li>
          ))}
      </ul>
      <More query={notices} />
    </Stack>
  )
}
