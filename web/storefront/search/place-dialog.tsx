import { Alert, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { getPosts } from '@plaza/client/marketplace'
import { IconCurrentLocation, IconHome, IconSearch, IconWorld } from '@tabler/icons-react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { texts } from '../../texts/places.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ask } from '../../ui/failure.ts'
import { usePersonId } from '../../ui/session.ts'
import { Failed, Waiting } from '../../ui/states.tsx'
import { postQuery } from '../posts/posts.ts'
import { session } from '../session.ts'
import { findTowns, labelOf, loadTowns, placeOfTown, type Town, townNear } from './gazetteer/gazetteer.ts'
import { type Place, placeOf, roughly } from './place.ts'
import classes from './place-dialog.module.css'
import { PlaceMap } from './place-map.tsx'

const mostPlaces = 12

/** Places that listings name, each where one of its listings roughly is. */
function usePlacesOffered() {
  const client = useQueryClient()
  return useQuery({
    // What it gives is put together from many replies.
    queryKey: ['places'],
    staleTime: 10 * 60_000,
    queryFn: async ({ signal }): Promise<Place[]> => {
      const everywhere = { limit: 100, bbox: '-180,-90,180,90' }
      const { data: cards } = await ask(getPosts({ query: everywhere, signal }))
      const byPlace = Map.groupBy(cards, (card) => card.address.place)
      const known = [...byPlace]
        .filter(([name]) => name !== '')
        .sort(([, some], [, others]) => others.length - some.length)
        .slice(0, mostPlaces)
      const places = await Promise.all(
        known.map(async ([name, [card]]) => {
          const post = card && (await client.ensureQueryData(postQuery(card._id)).catch(() => undefined))
          const [lng, lat] = post?.data.location.coordinates ?? []
          return placeOf({ lat: lat && roughly(lat), lng: lng && roughly(lng), at: name })
        }),
      )
      return places.filter((place) => place !== undefined).sort((a, b) => a.name.localeCompare(b.name))
    },
  })
}

const townsQuery = queryOptions({
  queryKey: ['towns'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: loadTowns,
})

interface PlaceDialogProps {
  place: Place | undefined
  /** What the place is for. Where somebody lives has to be said; elsewhere none is an answer, too. */
  purpose: 'look' | 'home' | 'item'
  onClose: () => void
  /** Undefined for the account's own place, or for no place at all. */
  onPick: (place: Place | undefined) => void
}

/**
 * Begins a pick: whether it still counts is told until the next one is begun, or the dialog closed. Where somebody is may
 * be known only when they have picked another place, or gone on.
 */
function useLastPick(): () => () => boolean {
  const last = useRef<symbol>(undefined)
  useEffect(
    () => () => {
      last.current = undefined
    },
    [],
  )
  return () => {
    const own = Symbol('pick')
    last.current = own
    return () => last.current === own
  }
}

/** Picks a place: a town by name or postcode, where the browser is, one that listings name, or coordinates. */
export function PlaceDialog({ place, purpose, onClose, onPick }: PlaceDialogProps) {
  const isSignedIn = usePersonId(session) !== ''
  const client = useQueryClient()
  const towns = useQuery(townsQuery)
  const places = usePlacesOffered()
  const begin = useLastPick()
  const beginPick = () => {
    const counts = begin()
    return async (picked: Place) => {
      if (!counts()) return
      if (picked.town !== undefined) return onPick(picked)
      // What the browser knows may be there before the towns are; without them a place has no name.
      const known = await client.ensureQueryData(townsQuery).catch(() => [])
      const near = townNear(known, picked)
      if (counts()) onPick({ ...(near ? { town: near.name, zip: near.zip } : {}), ...picked })
    }
  }
  const pick = (picked: Place) => beginPick()(picked)
  return (
    <Dialog onClose={onClose} title={texts.titles[purpose]} size="lg">
      <Stack>
        <Towns towns={towns.data ?? []} onPick={pick} />
        {towns.isError && <Failed error={towns.error} retry={() => towns.refetch()} />}
        <Group gap="sm" grow preventGrowOverflow={false}>
          <WhereIAm begin={beginPick} />
          {purpose !== 'home' && (
            <Button
              variant="default"
              leftSection={
                isSignedIn ? <IconHome aria-hidden size={18} /> : <IconWorld aria-hidden size={18} />
              }
              onClick={() => onPick(undefined)}
            >
              {isSignedIn ? texts.ownPlace : texts.anyPlace}
            </Button>
          )}
        </Group>
        <Title order={3} size="h4">
          {texts.offered}
        </Title>
        {places.isPending && <Waiting />}
        {places.isError && <Failed error={places.error} retry={() => places.refetch()} />}
        {places.data && <PlacesOffered places={places.data} place={place} onPick={pick} />}
        <Coordinates onPick={pick} />
      </Stack>
    </Dialog>
  )
}

/** What is typed finds towns; the first of them is picked by the enter key. */
function Towns({ towns, onPick }: { towns: readonly Town[]; onPick: (place: Place) => void }) {
  const [typed, setTyped] = useState('')
  const found = findTowns(towns, typed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const [first] = found
    if (first) onPick(placeOfTown(first))
  }
  return (
    <form onSubmit={submit}>
      <TextInput
        data-autofocus
        type="search"
        enterKeyHint="go"
        label={texts.town}
        placeholder={texts.townHint}
        autoComplete="off"
        maxLength={80}
        dir="auto"
        leftSection={<IconSearch aria-hidden size={18} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {found.length > 0 && (
        <ul className={classes.towns} aria-label={texts.towns}>
          {found.map((town) => (
            <li key={labelOf(town)}>
              <button
                type="button"
                className={classes.town}
                dir="auto"
                onClick={() => onPick(placeOfTown(town))}
              >
                {labelOf(town)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Text role="status" size="sm" c="var(--ink-soft)">
        {typed.trim() !== '' && towns.length > 0 && found.length === 0 && texts.noTown}
      </Text>
    </form>
  )
}

function WhereIAm({ begin }: { begin: () => (place: Place) => void }) {
  const [state, setState] = useState<'asking' | 'refused' | 'unknown'>()
  const find = () => {
    setState('asking')
    const pick = begin()
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        pick({ lat: roughly(coords.latitude), lng: roughly(coords.longitude), name: texts.here }),
      ({ code }) => setState(code === 1 ? 'refused' : 'unknown'),
      { maximumAge: 600_000, timeout: 15_000 },
    )
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCurrentLocation aria-hidden size={18} />}
        loading={state === 'asking'}
        onClick={find}
        disabled={!('geolocation' in navigator)}
      >
        {texts.whereIAm}
      </Button>
      <div role="alert" className={classes.refusal}>
        {(state === 'refused' || state === 'unknown') && <Alert color="red">{texts[state]}</Alert>}
      </div>
    </>
  )
}

function PlacesOffered({
  places,
  place,
  onPick,
}: {
  places: Place[]
  place: Place | undefined
  onPick: (place: Place) => void
}) {
  if (places.length === 0) return <Text c="var(--ink-soft)">{texts.noneOffered}</Text>
  return (
    <>
      <PlaceMap places={places} picked={place} onPick={onPick} />
      <Text size="sm" c="var(--ink-soft)">
        {texts.mapHint}
      </Text>
      <ul className={classes.places}>
        {places.map((one) => (
          <li key={one.name}>
            <button
              type="button"
              className={classes.place}
              dir="auto"
              aria-pressed={one.name === place?.name}
              onClick={() => onPick({ ...one, town: one.name })}
            >
              {one.name}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function Coordinates({ onPick }: { onPick: (place: Place) => void }) {
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The dialog may have been opened from within another form.
    event.stopPropagation()
    const { lat, lng } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    const point = (text: string | undefined) => text?.trim().replace(',', '.')
    const place = placeOf({ lat: point(lat), lng: point(lng), at: `${point(lat)}, ${point(lng)}` })
    if (place) onPick(place)
    else setError(texts.coordinatesInvalid)
  }
  return (
    <details>
      <summary className={classes.summary}>{texts.coordinates}</summary>
      <form onSubmit={submit}>
        <Group align="flex-start" gap="sm">
          <TextInput
            name="lat"
            label={texts.latitude}
            inputMode="decimal"
            error={error}
            className={classes.degrees}
          />
          <TextInput name="lng" label={texts.longitude} inputMode="decimal" className={classes.degrees} />
          <Button type="submit" variant="default" mt={26}>
            {texts.use}
          </Button>
        </Group>
      </form>
    </details>
  )
}
