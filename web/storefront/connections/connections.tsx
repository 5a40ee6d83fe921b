import type { Connection, GetConnectionsData } from '@plaza/client/marketplace'
import { getConnectionsInfiniteOptions, getProfileForWebOptions } from '@plaza/client/marketplace/queries'
import { IconUserSearch } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { texts } from '../../texts/people.ts'
import { ButtonLink, TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { byCursor, dataOf, rowsOf } from '../../ui/queries.ts'
import { Empty, Failed, More } from '../../ui/states.tsx'
import { session } from '../session.ts'
import { FollowButton } from './follow-button.tsx'
import classes from './people.module.css'
import { PeopleSkeleton, PersonRow } from './person-row.tsx'

type Type = GetConnectionsData['query']['type']

const followersRoute = getRouteApi('/signed-in/sellers/$sellerId/followers')
const followingRoute = getRouteApi('/signed-in/sellers/$sellerId/following')
const mutualRoute = getRouteApi('/signed-in/sellers/$sellerId/mutual')

export const Followers = () => <Connections type="followers" sellerId={followersRoute.useParams().sellerId} />
export const Following = () => <Connections type="following" sellerId={followingRoute.useParams().sellerId} />
export const Mutual = () => <Connections type="mutual" sellerId={mutualRoute.useParams().sellerId} />

const emptyTexts = {
  followers: { title: texts.connections.emptyFollowers, hint: texts.connections.emptyFollowersHint },
  following: { title: texts.connections.emptyFollowing, hint: texts.connections.emptyFollowingHint },
  mutual: { title: texts.connections.emptyMutual, hint: texts.connections.emptyMutualHint },
} satisfies Record<Type, object>

/** Who follows somebody, whom they follow, or with whom it is mutual. */
function Connections({ type, sellerId }: { type: Type; sellerId: string }) {
  const profile = useQuery({ ...getProfileForWebOptions({ path: { user_id: sellerId } }), select: dataOf })
  const list = useInfiniteQuery({
    ...getConnectionsInfiniteOptions({ query: { user_id: sellerId, type, limit: 30 } }),
    ...byCursor,
  })
  const people = [...new Map(rowsOf<Connection>(list.data).map((person) => [person._id, person])).values()]
  const name = profile.data?.name
  return (
    <div className={classes.page}>
      <TextLink to="/sellers/$sellerId" params={{ sellerId }} py="sm" display="inline-block" dir="auto">
        {name === undefined ? texts.connections.backPlain : texts.connections.back(name)}
      </TextLink>
      <PageTitle>{texts.connections[type]}</PageTitle>
      <Lists sellerId={sellerId} />
      {sellerId === session.personId && (
        <ButtonLink to="/people" variant="default" leftSection={<IconUserSearch aria-hidden size={18} />}>
          {texts.connections.find}
        </ButtonLink>
      )}
      {list.isError && people.length === 0 && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.isSuccess && people.length === 0 && <Empty {...emptyTexts[type]} />}
      <ul className={classes.people}>
        {list.isPending && <PeopleSkeleton />}
        {people.map((person) => (
          <PersonRow
            key={person._id}
            person={person}
            about={person.follows_me ? texts.followsYou : undefined}
          >
            {person._id !== session.personId && <FollowButton person={person} />}
          </PersonRow>
        ))}
      </ul>
      <More query={list} />
    </div>
  )
}

const Lists = ({ sellerId }: { sellerId: string }) => (
  <nav className={classes.lists} aria-label={texts.connections.lists}>
    {(['followers', 'following', 'mutual'] as const).map((type) => (
      <Link key={type} to={`/sellers/$sellerId/${type}`} params={{ sellerId }} replace>
        {texts.connections[type]}
      </Link>
    ))}
  </nav>
)
