import type { GetPostsResponse } from '@plaza/client/marketplace'
import { getPostsOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { texts } from '../../texts/storefront.ts'
import { takeRead } from '../../ui/early.ts'
import { distance } from '../../ui/formats.ts'
import { Picture } from '../../ui/picture.tsx'
import { keptApart } from '../../ui/queries.ts'
import { usePersonId } from '../../ui/session.ts'
import { freePath, freeQuery } from '../posts/first-sight.ts'
import { session } from '../session.ts'
import classes from './home.module.css'
import { type Place, searchOf } from './place.ts'

const skeletons = [1, 2, 3, 4, 5, 6]

/** What is given away around a place, in one row; nothing where nothing is. */
export function FreeRail({ place }: { place: Place | undefined }) {
  const personId = usePersonId(session)
  const free = useQuery({
    ...keptApart(getPostsOptions({ query: freeQuery(place) }), personId),
    initialData: () => (personId === '' ? takeRead<GetPostsResponse>(freePath(place)) : undefined),
    staleTime: 10 * 60_000,
  })
  if (!free.isPending && !free.data?.data.length) return null
  return (
    <section className={classes.free} aria-labelledby="free">
      <div className={classes.railHead}>
        <h2 id="free">{place || personId ? texts.home.freeNear : texts.home.free}</h2>
        <Link to="/search" search={{ max: 0, ...searchOf(place) }} className={classes.all}>
          {texts.home.allFree}
        </Link>
      </div>
      <ul className={classes.rail}>
        {free.isPending && skeletons.map((key) => <li key={key} className={classes.railSkeleton} />)}
        {free.data?.data.map((card) => (
          <li key={card._id}>
            <Link to="/listing/$listingId" params={{ listingId: card._id }} className={classes.railCard}>
              <Picture url={card.photoUrl} alt="" sizes="9rem" />
              <span className={classes.railTitle} dir="auto">
                {card.title}
              </span>
              {card.distance_km !== null && (
                <span className={classes.railPlace}>{distance(card.distance_km)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
