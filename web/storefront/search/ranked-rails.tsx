import type { PostCard } from '@plaza/client/marketplace'
import { getMostViewedOptions, getTrendingOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { texts } from '../../texts/storefront.ts'
import { useNear } from '../../ui/near.ts'
import { dataOf, keptApart } from '../../ui/queries.ts'
import { usePersonId } from '../../ui/session.ts'
import { comeFrom } from '../posts/came-from.ts'
import { CardRail, CardRailSkeleton } from '../posts/cards.tsx'
import { session } from '../session.ts'
import classes from './home.module.css'
import type { Place } from './place.ts'

/** With fewer there is no ranking to speak of. */
const fewest = 3
/** The server ranks every five minutes. */
const fresh = { staleTime: 5 * 60_000 } as const

/** What happens much about, and what many look at; asked for once somebody reads that far. */
export function RankedRails({ place }: { place: Place | undefined }) {
  const personId = usePersonId(session)
  const box = useRef<HTMLDivElement>(null)
  const isNear = useNear(box, '400px')
  const around = place ? { lat: place.lat, lng: place.lng } : {}
  const asked = { enabled: isNear, select: dataOf<PostCard[]>, ...fresh }
  const trending = useQuery({
    ...keptApart(getTrendingOptions({ query: { limit: 12, ...around } }), personId),
    ...asked,
  })
  const mostViewed = useQuery({
    ...keptApart(getMostViewedOptions({ query: { limit: 12, ...around } }), personId),
    ...asked,
  })
  if (isNothing(trending) && isNothing(mostViewed)) return null
  return (
    <div ref={box} className={classes.ranked} data-rails>
      <Ranked name="trending" title={texts.home.trending} query={trending} />
      <Ranked name="most_viewed" title={texts.home.mostViewed} query={mostViewed} />
    </div>
  )
}

interface RankedQuery {
  data: PostCard[] | undefined
  isPending: boolean
}

/** The page is whole without them: neither a failure nor a list of one or two is shown. */
const isNothing = ({ data = [], isPending }: RankedQuery): boolean => !isPending && data.length < fewest

interface RankedProps {
  name: 'trending' | 'most_viewed'
  title: string
  query: RankedQuery
}

function Ranked({ name, title, query }: RankedProps) {
  if (isNothing(query)) return null
  return (
    <section aria-labelledby={name} onClickCapture={() => comeFrom(name)}>
      <h3 id={name}>{title}</h3>
      {query.data ? <CardRail cards={query.data} /> : <CardRailSkeleton />}
    </section>
  )
}
