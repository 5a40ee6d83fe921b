import { Button } from '@mantine/core'
import type { CoachMessage } from '@plaza/client/wellness'
import { getChatHistoryInfiniteOptions, getChatSettingsOptions } from '@plaza/client/wellness/queries'
import { IconMessageHeart } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { texts } from '../../texts/coach.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { byCursor } from '../../ui/queries.ts'
import { Failed, Waiting } from '../../ui/states.tsx'
import { Choices } from './choices.tsx'
import classes from './coach.module.css'
import { Composer } from './composer.tsx'
import { Message, Unkept } from './message.tsx'
import { Safety } from './safety.tsx'
import { type OnItsWay, useSending } from './use-sending.ts'

/** The conversation with the automatic coach, and who helps where a program cannot. */
export function Coach() {
  const settings = useQuery(getChatSettingsOptions())
  const history = useInfiniteQuery({ ...getChatHistoryInfiniteOptions(), ...byCursor })
  const { onItsWay, isBusy, send, again } = useSending()
  if (settings.isPending || history.isPending) return <Waiting />
  if (settings.isError && !settings.data)
    return <Failed error={settings.error} retry={() => settings.refetch()} />
  const messages = history.data?.pages.flatMap(({ data }) => data.items).toReversed() ?? []
  if (history.isError && messages.length === 0)
    return <Failed error={history.error} retry={() => history.refetch()} />
  const chosen = settings.data.data
  const card = messages.findLast(({ safety }) => safety)?.safety
  const isInDanger = messages.slice(-2).some(({ safety }) => safety)
  return (
    <div className={classes.page}>
      <div className={classes.about}>
        <PageTitle>{texts.title}</PageTitle>
        <Safety
          key={card && isInDanger ? messages.at(-1)?.id : ''}
          card={card ?? chosen.help}
          isOpen={isInDanger}
        />
        <p className={classes.disclosure}>{chosen.disclosure.text}</p>
        <Choices settings={chosen} />
      </div>
      <div className={classes.conversation}>
        {history.hasNextPage && (
          <Button
            variant="default"
            loading={history.isFetchingNextPage}
            // It would call off the reading of what was just said.
            disabled={history.isFetching}
            onClick={() => history.fetchNextPage()}
          >
            {texts.earlier}
          </Button>
        )}
        {messages.length === 0 && !onItsWay && (
          <div className={classes.beginning}>
            <IconMessageHeart aria-hidden size={40} stroke={1.5} />
            <h2>{texts.begin}</h2>
            <p>{texts.beginHint}</p>
            <div className={classes.starters}>
              {texts.starters.map((words) => (
                <Button
                  key={words}
                  variant="default"
                  radius="xl"
                  disabled={isBusy}
                  onClick={() => void send(words)}
                >
                  {words}
                </Button>
              ))}
            </div>
          </div>
        )}
        <Messages messages={messages} onItsWay={onItsWay} again={again} />
        <Composer isBusy={isBusy} send={send} />
      </div>
    </div>
  )
}

function Messages({
  messages,
  onItsWay,
  again,
}: {
  messages: readonly CoachMessage[]
  onItsWay: OnItsWay | undefined
  again: () => void
}) {
  const end = useRef<HTMLDivElement>(null)
  const last = `${messages.at(-1)?.id} ${onItsWay?.key} ${onItsWay?.words.length}`
  const isFirst = useRef(true)
  useEffect(() => {
    // Whoever comes sees the top first, with who helps; then what is said is followed.
    if (!isFirst.current && last !== '') end.current?.scrollIntoView({ block: 'end' })
    isFirst.current = false
  }, [last])
  const isKept = messages.some(({ id }) => id === onItsWay?.messageId)
  // It may come by another way than the one that was lost.
  const isAnswered = messages.some(({ replyTo }) => replyTo !== null && replyTo === onItsWay?.messageId)
  return (
    <>
      <ul className={classes.messages} aria-label={texts.conversation} aria-live="polite">
        {messages.map((message) => (
          <Message key={message.id} message={message} />
        ))}
        {onItsWay && !isKept && <Unkept text={onItsWay.text} isOwn />}
        {onItsWay && !isAnswered && onItsWay.words !== '' && <Unkept text={onItsWay.words} isOwn={false} />}
      </ul>
      {onItsWay && onItsWay.failure === undefined && onItsWay.words === '' && !isAnswered && (
        <p role="status" className={classes.disclosure}>
          {texts.typing}
        </p>
      )}
      {onItsWay?.failure !== undefined && !isAnswered && (
        <div role="alert" className={classes.failure}>
          <span>{onItsWay.isLost ? texts.lost : onItsWay.failure}</span>
          <Button variant="default" onClick={again}>
            {texts.again}
          </Button>
        </div>
      )}
      <div ref={end} />
    </>
  )
}
