import { Skeleton, Stack, Switch, Text, Title } from '@mantine/core'
import type {
  GetNotificationPreferenceResponse,
  NotificationPreferences as Preferences,
  UpdateNotificationPreferenceData,
} from '@plaza/client/wellness'
import {
  getNotificationPreferenceOptions,
  getNotificationPreferenceQueryKey,
  updateNotificationPreferenceMutation,
} from '@plaza/client/wellness/queries'
import { useQuery } from '@tanstack/react-query'
import { texts as said } from '../../texts/wellness-preferences.ts'
import { ChoiceTable } from '../../ui/choice-table.tsx'
import { useChoices } from '../../ui/choices.ts'
import { TextLink } from '../../ui/links.tsx'
import { QuietHours } from '../../ui/quiet-hours.tsx'
import { Failed } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import areas from '../two-areas.module.css'

const kinds = Object.entries(said.names) as [keyof typeof said.names, string][]
const channels = Object.entries(said.channels) as [keyof typeof said.channels, string][]

type PreferenceChange = NonNullable<UpdateNotificationPreferenceData['body']>

/** What is wanted, with a change of it. */
function withChange(now: Preferences, change: PreferenceChange): Preferences {
  const changed = { ...now.kinds }
  for (const [kind, ways] of Object.entries(change.kinds ?? {})) {
    // Its names are those of the kinds.
    const name = kind as keyof typeof changed
    Object.assign(changed, { [name]: { ...changed[name], ...ways } })
  }
  return {
    channels: { ...now.channels, ...change.channels },
    kinds: changed,
    quietHours: { ...now.quietHours, ...change.quietHours },
  }
}

function usePreferences() {
  const preferences = useQuery(getNotificationPreferenceOptions())
  const { choose, withChoices } = useChoices({
    queryKey: getNotificationPreferenceQueryKey(),
    mutation: updateNotificationPreferenceMutation(),
    show: (known: GetNotificationPreferenceResponse, { body }: { body: PreferenceChange }) => ({
      ...known,
      data: withChange(known.data, body),
    }),
  })
  return {
    preferences,
    wanted: withChoices(preferences.data)?.data,
    change: (body: PreferenceChange) => choose({ body }),
  }
}

interface PartProps {
  wanted: Preferences
  change: ReturnType<typeof usePreferences>['change']
}

/** What the person is told, by which way, and when not. Each choice is kept as it is made. */
export function NotificationPreferences() {
  useTitle(said.title)
  const { preferences, wanted, change } = usePreferences()
  return (
    <div className={areas.page}>
      <div className={areas.head}>
        <TextLink to="/you" py="sm" display="inline-block">
          ← {said.back}
        </TextLink>
        <Title order={1} size="h2">
          {said.title}
        </Title>
      </div>
      {preferences.isError && !wanted && (
        <Failed error={preferences.error} retry={() => preferences.refetch()} />
      )}
      {preferences.isPending && <Skeleton height={420} />}
      {wanted && (
        <>
          <Stack gap="xl" className={areas.main}>
            <Ways wanted={wanted} change={change} />
            <Kinds wanted={wanted} change={change} />
          </Stack>
          <div className={areas.aside}>
            <div className={areas.card} data-bare>
              <QuietHours
                hours={wanted.quietHours}
                said={said}
                hint={said.quietHint(wanted.quietHours.timeZone)}
                onChange={(quietHours) => change({ quietHours })}
              />
            </div>
          </div>
        </>
      )}
    </div>
  )
}

const Ways = ({ wanted, change }: PartProps) => (
  <section>
    <Title order={2} size="h4" mb="xs">
      {said.ways}
    </Title>
    <Stack gap="xs">
      {channels.map(([channel, name]) => (
        <Switch
          key={channel}
          label={name}
          checked={wanted.channels[channel]}
          onChange={({ currentTarget: { checked } }) => change({ channels: { [channel]: checked } })}
        />
      ))}
    </Stack>
  </section>
)

const Kinds = ({ wanted, change }: PartProps) => (
  <section>
    <Title order={2} size="h4">
      {said.kinds}
    </Title>
    <Text c="var(--ink-soft)">{said.kindsHint}</Text>
    <ChoiceTable
      rows={kinds}
      columns={channels}
      heading={said.kind}
      name={said.choice}
      choice={(kind, channel) => {
        const ways: { readonly [Way in typeof channel]?: boolean } = wanted.kinds[kind]
        const isOn = ways[channel]
        return isOn === undefined
          ? undefined
          : { isOn: isOn && wanted.channels[channel], isFixed: !wanted.channels[channel] }
      }}
      onChoose={(kind, channel, isOn) => change({ kinds: { [kind]: { [channel]: isOn } } })}
    />
  </section>
)
