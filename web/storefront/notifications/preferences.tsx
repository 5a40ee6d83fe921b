import { NativeSelect, Radio, Skeleton, Stack, Text, Title } from '@mantine/core'
import type {
  GetNotificationPreferencesResponse,
  NotificationPreferences as Preferences,
  UpdateNotificationPreferencesData,
} from '@plaza/client/marketplace'
import {
  getNotificationPreferencesOptions,
  getNotificationPreferencesQueryKey,
  updateNotificationPreferencesMutation,
} from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../../texts/notifications.ts'
import { ChoiceTable } from '../../ui/choice-table.tsx'
import { useChoices } from '../../ui/choices.ts'
import { TextLink } from '../../ui/links.tsx'
import { QuietHours } from '../../ui/quiet-hours.tsx'
import { Failed } from '../../ui/states.tsx'
import { TimeField } from '../../ui/time-field.tsx'
import { useTitle } from '../../ui/title.ts'
import classes from './preferences.module.css'
import { PushSwitch } from './push-switch.tsx'

const said = texts.preferences
const kinds = Object.entries(said.names) as [keyof typeof said.names, string][]
const channels = Object.entries(said.channels) as [keyof typeof said.channels, string][]
const fixed = (kind: string, channel: string) => kind === 'breaking_news' && channel === 'in_app'

/** What is wanted, with a change of it. */
function withChange(now: Preferences, { kinds = {}, ...change }: PreferenceChange): Preferences {
  const changed = { ...now.kinds }
  for (const [kind, ways] of Object.entries(kinds)) {
    // Its names are those of the kinds.
    const name = kind as keyof typeof changed
    changed[name] = { ...changed[name], ...ways }
  }
  return {
    kinds: changed,
    quiet_hours: { ...now.quiet_hours, ...change.quiet_hours },
    digest: { ...now.digest, ...change.digest },
    strangers: change.strangers ?? now.strangers,
  }
}

function usePreferences() {
  const preferences = useQuery(getNotificationPreferencesOptions())
  const { choose, withChoices } = useChoices({
    queryKey: getNotificationPreferencesQueryKey(),
    mutation: updateNotificationPreferencesMutation(),
    show: (known: GetNotificationPreferencesResponse, { body }: { body: PreferenceChange }) => ({
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
type Change = ReturnType<typeof usePreferences>['change']

type PreferenceChange = NonNullable<UpdateNotificationPreferencesData['body']>

interface PartProps {
  preferences: Preferences
  change: Change
}

/** What the person is told, on which way, and when not. Each choice is kept as it is made. */
export function NotificationPreferences() {
  useTitle(said.title)
  const { preferences, wanted, change } = usePreferences()
  return (
    <div className={classes.page}>
      <TextLink to="/you" py="sm" display="inline-block">
        {said.back}
      </TextLink>
      <Title order={1} size="h2">
        {said.title}
      </Title>
      {preferences.isError && !wanted && (
        <Failed error={preferences.error} retry={() => preferences.refetch()} />
      )}
      {preferences.isPending && <Skeleton height={420} my="md" />}
      {wanted && (
        <Stack gap="xl" my="md">
          <section>
            <Title order={2} size="h4">
              {said.push.title}
            </Title>
            <PushSwitch />
          </section>
          <Kinds preferences={wanted} change={change} />
          <QuietHours
            hours={wanted.quiet_hours}
            said={said}
            hint={said.quietHint(wanted.quiet_hours.timezone)}
            onChange={(quiet_hours) => change({ quiet_hours })}
          />
          <Digest preferences={wanted} change={change} />
          <Strangers preferences={wanted} change={change} />
        </Stack>
      )}
    </div>
  )
}

const Kinds = ({ preferences, change }: PartProps) => (
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
        const wanted = preferences.kinds[kind]
        return {
          isOn: wanted[channel] && wanted.in_app,
          isFixed: fixed(kind, channel) || (channel !== 'in_app' && !wanted.in_app),
        }
      }}
      onChoose={(kind, channel, isOn) => change({ kinds: { [kind]: { [channel]: isOn } } })}
    />
  </section>
)

/** 1 January 2024 was a Monday. */
const weekdays = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
  value: String(day),
  label: new Date(Date.UTC(2024, 0, day)).toLocaleDateString(document.documentElement.lang, {
    weekday: 'long',
    timeZone: 'UTC',
  }),
}))

const Digest = ({ preferences: { digest }, change }: PartProps) => (
  <section>
    <Title order={2} size="h4">
      {said.digest}
    </Title>
    <Text c="var(--ink-soft)" mb="xs">
      {said.digestHint}
    </Text>
    <div className={classes.times}>
      <NativeSelect
        label={said.frequency}
        value={digest.frequency}
        data={Object.entries(said.frequencies).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget: { value } }) => {
          if (value === 'off' || value === 'daily' || value === 'weekly')
            change({ digest: { frequency: value } })
        }}
      />
      {digest.frequency === 'weekly' && (
        <NativeSelect
          label={said.weekday}
          value={String(digest.weekday)}
          data={weekdays}
          onChange={({ currentTarget: { value } }) => change({ digest: { weekday: Number(value) } })}
        />
      )}
      {digest.frequency !== 'off' && (
        <TimeField label={said.at} value={digest.at} onSet={(at) => change({ digest: { at } })} />
      )}
    </div>
  </section>
)

const Strangers = ({ preferences: { strangers }, change }: PartProps) => (
  <section>
    <Radio.Group
      label={
        <Title order={2} size="h4">
          {said.strangers}
        </Title>
      }
      description={said.strangersHint}
      value={strangers}
      onChange={(value) => {
        if (value === 'accept' || value === 'filter' || value === 'drop') change({ strangers: value })
      }}
    >
      <Stack gap="xs" mt="xs">
        {Object.entries(said.policies).map(([value, label]) => (
          <Radio key={value} value={value} label={label} />
        ))}
      </Stack>
    </Radio.Group>
  </section>
)
