import { Anchor, Button, Skeleton, Text } from '@mantine/core'
import {
  exportPersonalDataMutation,
  getPersonalDataExportOptions,
  getPersonalDataExportQueryKey,
} from '@plaza/client/marketplace/queries'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../texts/accounts.ts'
import { date } from '../../ui/dates.ts'
import { Failed, FormFailure, messageOf } from '../../ui/states.tsx'
import { ConfirmForm, isTooLongAgo } from '../accounts/confirm-form.tsx'
import classes from './your-data.module.css'

const whilePreparingMs = 2000

/** A copy of everything that is kept: asked for, waited for, fetched. */
export function TakeAlong() {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState<'to make' | 'to fetch'>()
  const query = useQuery({
    ...getPersonalDataExportOptions(),
    refetchInterval: ({ state }) => state.data?.data?.status === 'preparing' && whilePreparingMs,
  })
  const reread = () => client.invalidateQueries({ queryKey: getPersonalDataExportQueryKey() })
  const make = useMutation({
    ...exportPersonalDataMutation(),
    onSuccess: reread,
    onError: (error) => {
      if (isTooLongAgo(error)) setWaiting('to make')
    },
  })
  if (query.isPending) return <Skeleton height={36} aria-hidden />
  if (query.isError && !query.data) return <Failed error={query.error} retry={() => query.refetch()} />
  const copy = query.data?.data ?? null
  const isPreparing = copy?.status === 'preparing'
  const isReady = copy?.status === 'ready'
  const goOn = async () => {
    await (waiting === 'to make' ? make.mutateAsync({ body: {} }) : reread())
    setWaiting(undefined)
  }
  return (
    <>
      <div role="status">
        {isPreparing && <Text>{texts.data.preparing}</Text>}
        {copy?.status === 'failed' && <Text>{texts.data.failed}</Text>}
        {isReady && copy.expires_at && <Text>{texts.data.ready(date(copy.expires_at))}</Text>}
      </div>
      {copy?.url && (
        <Anchor href={copy.url} download="plaza.json" underline="always">
          {texts.data.download}
        </Anchor>
      )}
      <FormFailure message={make.error && !isTooLongAgo(make.error) ? messageOf(make.error) : undefined} />
      {waiting ? (
        <div className={classes.form}>
          <ConfirmForm onConfirmed={goOn} onClose={() => setWaiting(undefined)} />
        </div>
      ) : (
        <>
          {isReady && !copy.url && (
            <Button onClick={() => setWaiting('to fetch')}>{texts.data.download}</Button>
          )}
          <Button
            variant="default"
            loading={isPreparing || make.isPending}
            onClick={() => make.mutate({ body: {} })}
          >
            {isReady ? texts.data.another : texts.data.make}
          </Button>
        </>
      )}
    </>
  )
}
