import type { Connection, GetProfileForWebResponse } from '@plaza/client/marketplace'
import { getProfileForWebQueryKey } from '@plaza/client/marketplace/queries'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { stopNextPages } from '../../ui/queries.ts'

/** Every query of an operation, whatever it was asked for. */
const ofOperation = (_id: string): QueryKey => [{ _id }]

const connectionLists = ofOperation('getConnections')

export const profileKey = (id: string): QueryKey => getProfileForWebQueryKey({ path: { user_id: id } })

type Profile = GetProfileForWebResponse['data']
type ConnectionPages = InfiniteData<{ data: Connection[] }>

/** Shows whether one follows a person wherever that stands. @param followers how many follow them now. */
export async function patchFollow(
  client: QueryClient,
  id: string,
  { isFollowing, followers }: { isFollowing: boolean; followers: (before: Profile) => number },
): Promise<void> {
  await stopNextPages(client, connectionLists)
  client.setQueryData<GetProfileForWebResponse>(profileKey(id), (reply) => {
    if (!reply) return reply
    const counts = { ...reply.data.counts, followers: followers(reply.data) }
    return { ...reply, data: { ...reply.data, is_following: isFollowing, counts } }
  })
  client.setQueriesData<ConnectionPages>({ queryKey: connectionLists }, (list) => {
    if (!list) return list
    const patched = (person: Connection) =>
      person._id === id ? { ...person, is_following: isFollowing } : person
    return { ...list, pages: list.pages.map((page) => ({ ...page, data: page.data.map(patched) })) }
  })
}
