import { Button, CloseButton, Group, Text, Title } from '@mantine/core'
import type { DeleteNotificationData, WellnessNotification } from '@plaza/client/wellness'
import {
  deleteNotificationMutation,
  getNotificationsInfiniteOptions,
  readAllNotificationsMutation,
  readNotificationMutation,
} from '@plaza/client/wellness/queries'
import { useInfiniteQuery, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts } from '../../texts/wellness.ts'
import { ago, dateTime } from '../../ui/dates.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { byCursor, ofNoun, rowsOf } from '../../ui/queries.ts'
import { Empty, Failed, More, messageOf, Waiting } from '../../ui/states.tsx'
import areas from '../two-areas.module.css'
import classes from './notices.module.css'
import { type Place, placeOf } from './place.ts'

const route = getRouteApi('/inside/notices')

const removing = ['remove notice']

/** Those that are or were removed: what is read while several are on their way still has some of them. */
const useRemoved = () =>
  useMutationState({
    filters: {
      mutationKey: removing,
      predicate: ({ state: { status } }) => status === 'pending' || status === 'success',
    },
    select: ({ state }) => (state.variables as DeleteNotificationData).path.notificationId,
  })

/** The person's notices, newest first; opening one reads it. In a wide window it is read beside the others. */
export function Notices() {
  const { show } = route.useSearch()
  const navigate = useNavigate({ from: '/notices' })
  const queryClient = useQueryClient()
  const notices = useInfiniteQuery({ ...getNotificationsInfiniteOptions(), ...byCursor })
  const settle = { onSettled: () => queryClient.invalidateQueries(ofNoun('notifications')) }
  const read = useMutation({ ...readNotificationMutation(), networkMode: 'online', ...settle })
  const readAll = useMutation({ ...readAllNotificationsMutation(), ...settle })
  const remove = useMutation({ ...deleteNotificationMutation(), mutationKey: removing, ...settle })
  const removed = useRemoved()
  if (notices.isPending) return <Waiting />
  const list = rowsOf(notices.data).filter(({ _id: id }) => !removed.includes(id))
  if (notices.isError && list.length === 0)
    return <Failed error={notices.error} retry={() => notices.refetch()} />
  const failure = read.error ?? readAll.error ?? remove.error
  const open = ({ _id: notificationId, isRead }: WellnessNotification) => {
    if (!isRead) read.mutate({ path: { notificationId } })
    void navigate({ search: { show: notificationId }, replace: true })
  }
  return (
    <div className={list.length > 0 ? classes.page : undefined}>
      <Group justify="space-between" className={areas.head}>
        <PageTitle>{texts.notices.title}</PageTitle>
        {list.some((notice) => !notice.isRead) && (
          <Button variant="default" onClick={() => readAll.mutate({})} loading={readAll.isPending}>
            {texts.notices.readAll}
          </Button>
        )}
      </Group>
      {failure && (
        <Text role="alert" c="var(--bad)" className={areas.head}>
          {messageOf(failure)}
        </Text>
      )}
      {list.length === 0 && <Empty title={texts.notices.empty} hint={texts.notices.emptyHint} />}
      <div className={areas.main}>
        <ul className={classes.list}>
          {list.map((notice) => (
            <Row
              key={notice._id}
              notice={notice}
              isShown={notice._id === show}
              onOpen={() => open(notice)}
              onRemove={() => remove.mutate({ path: { notificationId: notice._id } })}
            />
          ))}
        </ul>
        <More query={notices} />
      </div>
      {list.length > 0 && <Reading notice={list.find(({ _id: id }) => id === show)} />}
    </div>
  )
}

interface RowProps {
  notice: WellnessNotification
  isShown: boolean
  onOpen: () => void
  onRemove: () => void
}

function Row({ notice, isShown, onOpen, onRemove }: RowProps) {
  const { title, message, link, isRead, createdAt } = notice
  const place = placeOf(link)
  return (
    <li className={classes.notice} data-unread={!isRead || undefined} data-shown={isShown || undefined}>
      <div className={classes.body}>
        <button
          type="button"
          className={classes.open}
          aria-current={isShown ? 'true' : undefined}
          onClick={onOpen}
        >
          <strong dir="auto">{title}</strong>
          {!isRead && <span className={classes.dot}>{texts.notices.unread}</span>}
          <span className={classes.message} dir="auto">
            {message}
          </span>
          <small>{ago(createdAt)}</small>
        </button>
        {place && <Way place={place} about={title} className={classes.way} />}
      </div>
      <CloseButton aria-label={`${texts.notices.remove}: ${title}`} onClick={onRemove} />
    </li>
  )
}

/** What a notice says, and where it leads; it stands only beside the list. */
function Reading({ notice }: { notice: WellnessNotification | undefined }) {
  const place = notice && placeOf(notice.link)
  return (
    <section aria-label={texts.notices.reading} aria-live="polite" className={classes.reading}>
      {notice ? (
        <>
          <Title order={2} dir="auto">
            {notice.title}
          </Title>
          <small>{dateTime(notice.createdAt)}</small>
          <p className={classes.message} dir="auto">
            {notice.message}
          </p>
          {place && <Way place={place} about={notice.title} />}
        </>
      ) : (
        <p>{texts.notices.choose}</p>
      )}
    </section>
  )
}

interface WayProps {
  place: Place
  about: string
  className?: string | undefined
}

function Way({ place, about, className }: WayProps) {
  const shared = { variant: 'light', className, 'aria-label': `${texts.notices.follow}: ${about}` } as const
  if ('href' in place)
    return (
      <Button component="a" href={place.href} target="_blank" rel="noreferrer" {...shared}>
        {texts.notices.follow}
      </Button>
    )
  return (
    <ButtonLink {...place} {...shared}>
      {texts.notices.follow}
    </ButtonLink>
  )
}
