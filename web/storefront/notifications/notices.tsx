import { Button, SegmentedControl, Skeleton, Title } from '@mantine/core'
import type { NotificationRecord } from '@plaza/client/marketplace'
import {
  dismissAllNotificationsMutation,
  getNotificationsInfiniteOptions,
  readAllNotificationsMutation,
  readNotificationMutation,
} from '@plaza/client/marketplace/queries'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { texts } from '../../texts/notifications.ts'
import { TextLink } from '../../ui/links.tsx'
import { byCursor, ofNoun, rowsOf } from '../../ui/queries.ts'
import { Empty, Failed, More, messageOf } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import { say } from '../../ui/toasts.tsx'
import { Dismissed, Notice } from './notice.tsx'
import classes from './notices.module.css'
import { useDismissal } from './use-dismissal.ts'

const newestFirst = (a: NotificationRecord, b: NotificationRecord) =>
  b.createdAt.localeCompare(a.createdAt) || b._id.localeCompare(a._id)

/** The inbox. */
export function Notices() {
  useTitle(texts.title)
  const client = useQueryClient()
  const { unread = false } = useSearch({ from: '/signed-in/notices' })
  const notices = useInfiniteQuery({
    ...getNotificationsInfiniteOptions({ query: { limit: 20, ...(unread ? { unread } : {}) } }),
    ...byCursor,
  })
  const { dismissed, dismiss, bringBack } = useDismissal()
  const read = useMutation({
    ...readNotificationMutation({ keepalive: true }),
    networkMode: 'online',
    onSettled: () => client.invalidateQueries(ofNoun('notifications')),
  })
  const loaded = rowsOf(notices.data)
  const shown = [
    ...new Map([...loaded, ...dismissed.values()].map((notice) => [notice._id, notice])).values(),
  ]
  return (
    <div className={classes.page}>
      <Head isUnreadOnly={unread} newest={loaded[0]} hasUnread={loaded.some((notice) => !notice.isRead)} />
      {notices.isError && loaded.length === 0 && (
        <Failed error={notices.error} retry={() => notices.refetch()} />
      )}
      {notices.isSuccess && shown.length === 0 && (
        <Empty
          title={unread ? texts.emptyUnread : texts.empty}
          hint={unread ? texts.emptyUnreadHint : texts.emptyHint}
        />
      )}
      <ul className={classes.list}>
        {notices.isPending &&
          [1, 2, 3, 4].map((key) => <Skeleton key={key} component="li" height={92} radius="md" />)}
        {shown
          .sort(newestFirst)
          .map((notice) =>
            dismissed.has(notice._id) ? (
              <Dismissed key={notice._id} notice={notice} onUndo={() => bringBack(notice)} />
            ) : (
              <Notice
                key={notice._id}
                notice={notice}
                onOpen={() =>
                  notice.isRead || read.mutate({ path: { id: notice._id }, body: { read: true } })
                }
                onDismiss={() => dismiss(notice)}
              />
            ),
          )}
      </ul>
      <More query={notices} />
    </div>
  )
}

interface HeadProps {
  isUnreadOnly: boolean
  newest: NotificationRecord | undefined
  hasUnread: boolean
}

function Head({ isUnreadOnly, newest, hasUnread }: HeadProps) {
  const client = useQueryClient()
  const navigate = useNavigate({ from: '/notices' })
  const readAll = useMutation({
    ...readAllNotificationsMutation(),
    onSuccess: () => {
      say(texts.allRead)
      return client.invalidateQueries(ofNoun('notifications'))
    },
    onError: (error) => say(messageOf(error), 'bad'),
  })
  const dismissAll = useMutation({
    ...dismissAllNotificationsMutation(),
    onSuccess: () => {
      say(texts.allDismissed)
      return client.invalidateQueries(ofNoun('notifications'))
    },
    onError: (error) => say(messageOf(error), 'bad'),
  })
  return (
    <>
      <Title order={1} size="h2">
        {texts.title}
      </Title>
      <div className={classes.head}>
        <SegmentedControl
          aria-label={texts.filter}
          data={[
            { value: 'all', label: texts.all },
            { value: 'unread', label: texts.onlyUnread },
          ]}
          value={isUnreadOnly ? 'unread' : 'all'}
          onChange={(value) =>
            navigate({ search: value === 'unread' ? { unread: true } : {}, replace: true })
          }
        />
        {newest && hasUnread && (
          <Button
            variant="default"
            loading={readAll.isPending}
            // Not beyond what is on the page: what came meanwhile was not looked at.
            onClick={() => readAll.mutate({ body: { before: newest.createdAt } })}
          >
            {texts.readAll}
          </Button>
        )}
        {newest && (
          <Button
            variant="default"
            loading={dismissAll.isPending}
            onClick={() => dismissAll.mutate({ body: { before: newest.createdAt } })}
          >
            {texts.dismissAll}
          </Button>
        )}
        <TextLink to="/you/notifications" py="sm" display="inline-block">
          {texts.preferences.link}
        </TextLink>
      </div>
    </>
  )
}
